type Names = { readonly [name: string]: string }

const nameless = { 200: 'no package names a project, so whoever asks is sent on or told that there is none' }

/**
 * Statuses, parameters in calls that succeed, and roles that no check reaches, by operation, with the reason. They are
 * left out of what a run is said to look at.
 */
export const unreachable: { readonly [operation: string]: Names | undefined } = {
  'POST /packages/npm/-/npm/v1/security/advisories/bulk': nameless,
  'POST /packages/npm/-/npm/v1/security/audits/quick': nameless,
  'POST /projects/import/authorize': {
    200: 'it is for the proxy in front of the service alone, and refused to everybody else',
  },
}

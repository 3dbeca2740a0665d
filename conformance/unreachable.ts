/** Statuses that an operation has on paper and that no caller of the suite is ever answered, with the reason. */
export const unreachable: {
  readonly [operation: string]: { readonly [status: string]: string } | undefined
} = {
  'POST /packages/npm/-/npm/v1/security/advisories/bulk': {
    200: 'no package names a project, so whoever asks is sent on or told that there is none',
  },
  'POST /packages/npm/-/npm/v1/security/audits/quick': {
    200: 'no package names a project, so whoever asks is sent on or told that there is none',
  },
  'POST /projects/import/authorize': {
    200: 'it is for the proxy in front of the service alone, and refused to everybody else',
  },
  'PUT /projects/:id/merge_requests/:merge_request_iid/reset_approvals': {
    202: 'it is for bots of the project, and the suite is given the credential of none',
  },
}

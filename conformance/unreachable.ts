type Names = { readonly [name: string]: string }

const nameless = { 200: 'no package names a project, so whoever asks is sent on or told that there is none' }
const fetched = 'it needs a file that the service fetches from an address outside, and the suite serves none'
const imported = 'it needs another service to import from, and the suite is none'

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
  'PUT /projects/:id/merge_requests/:merge_request_iid/reset_approvals': {
    202: 'it is for bots of the project, and the suite is given the credential of none',
  },
  'POST /projects/import': { 413: 'it takes an archive larger than any that is worth sending' },
  'POST /projects/remote-import': because(fetched, [
    ...['201', 'url', 'path', 'name', 'namespace', 'overwrite', 'override_params'],
  ]),
  'POST /projects/remote-import-s3': because(fetched, [
    ...['201', 'region', 'bucket_name', 'file_key', 'access_key_id', 'secret_access_key', 'path', 'name'],
    ...['namespace', 'overwrite', 'override_params'],
    ...['maintainer', 'developer', 'reporter', 'guest', 'stranger'],
  ]),
  'POST /import/extgit': because(imported, ['extgit_hostname', 'github_hostname', 'optional_stages']),
  'POST /import/extgit/gists': because(imported, [
    ...['202', '422', 'personal_access_token', 'maintainer', 'developer', 'reporter', 'guest', 'stranger'],
  ]),
  'POST /import/extserver': because(imported, [
    ...['201', '422', 'bitbucket_server_url', 'bitbucket_server_username', 'personal_access_token'],
    ...['bitbucket_server_project', 'bitbucket_server_repo', 'new_name', 'target_namespace', 'new_namespace'],
  ]),
}

function because(reason: string, names: readonly string[]): Names {
  return Object.fromEntries(names.map((name) => [name, reason]))
}

import type { PushFault } from '../policy/pushes.ts'

// The service's own sentences, as git shows them to its user.

export const NOT_FOUND =
  "The project you were looking for could not be found or you don't have permission to view it."
export const MAY_NOT_DOWNLOAD = 'You are not allowed to download code from this project.'
export const MAY_NOT_PUSH = 'You are not allowed to push code to this project.'
export const NOT_OVER_HTTP = 'Git access over HTTP is not allowed'
export const NO_PUSHES_NOW =
  'Git push is not allowed because this GitLab instance is currently in (read-only) maintenance mode.'
/** For credentials without the scope, whatever the project. */
export const NO_DOWNLOADS = 'You are not allowed to download code.'
export const NO_UPLOADS = 'You are not allowed to upload code.'

export const LFS_MISSING =
  'LFS objects are missing. Ensure LFS is properly set up or try a manual "git lfs push --all".'

export function accessDenied(url: string): string {
  return `HTTP Basic: Access denied. If a password was provided for Git authentication, the password was incorrect or you're required to use a token instead of a password. If a token was provided, it was either incorrect, expired, or improperly scoped. See ${url}/help/topics/git/troubleshooting_git.md#error-on-git-fetch-http-basic-access-denied`
}

export const pushTexts: { readonly [fault in PushFault]: string } = {
  'push-code': MAY_NOT_PUSH,
  'push-protected': 'You are not allowed to push code to protected branches on this project.',
  'force-protected': 'You are not allowed to force push code to a protected branch on this project.',
  'create-protected': 'You are not allowed to create protected branches on this project.',
  'create-protected-here': 'You can only create protected branches using the web interface and API.',
  'delete-default': 'The default branch of a project cannot be deleted.',
  'delete-protected':
    'You are not allowed to delete protected branches from this project. Only a project maintainer or owner can delete a protected branch.',
  'delete-protected-here': 'You can only delete protected branches using the web interface.',
  'branch-like-id': 'You cannot create a branch with a SHA-1 or SHA-256 branch name.',
  'tag-like-default': 'You cannot use default branch name to create a tag',
  'create-tag': 'You are not allowed to create this tag as it is protected.',
  'update-tag': 'Protected tags cannot be updated.',
  'delete-tag':
    'You are not allowed to delete protected tags from this project. Only a project maintainer or owner can delete a protected tag.',
  'delete-tag-here': 'You can only delete protected tags using the web interface.',
}

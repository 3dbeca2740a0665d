/** Shared by operations that read a repository: rights come before parameters, a public project needs no caller. */
export const reading = {
  method: 'GET',
  auth: 'public',
  authorize: 'first',
  subject: 'project',
  needs: 'read_code',
  source: 'repository#access',
} as const

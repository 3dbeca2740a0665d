/** What all reading of a repository has in common: rights come first, and an open project needs no caller. */
export const reading = {
  method: 'GET',
  auth: 'public',
  authorize: 'first',
  subject: 'project',
  needs: 'read_code',
  source: 'specification 2, Repository',
} as const

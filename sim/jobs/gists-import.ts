import { describedGists } from '../model/load/described-repository.ts'
import { openSnippet } from '../model/snippets/snippets.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'
import type { Job } from '../time/schedule.ts'

/** Files of a gist that a snippet may have; gists with more are passed over (external-import#gists-snippets). */
const MOST_FILES = 10

/** Makes snippets of somebody's gists. */
export function importGists(world: World, { userId }: Job['args'], now: Instant): void {
  const row = world.gistImports.get(Number(userId))
  const user = world.users.get(Number(userId))
  world.gistImports.delete(Number(userId))
  if (row === undefined || user === undefined) return
  for (const gist of describedGists(world, row.accessToken)) {
    const files = Object.entries(gist.files).map(([path, content]) => ({ path, content }))
    if (files.length === 0 || files.length > MOST_FILES) continue
    const title = gist.description || (files[0]?.path ?? '')
    const visibility = gist.public ? 'public' : 'private'
    openSnippet(world, user, { title, description: null, visibility, files }, now)
  }
}

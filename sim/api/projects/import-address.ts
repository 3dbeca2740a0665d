import { GitError } from '../../git/git-error.ts'
import { exchangeWith } from '../../jobs/git-exchange.ts'
import { text } from '../../lib/bytes.ts'
import type { CallOut } from '../../lib/outbound.ts'
import { scheduleGitImport } from '../../model/projects/git-import.ts'
import type { Project } from '../../model/projects/project.ts'
import { withoutCredentials } from '../../model/remote-mirrors/remote-mirrors.ts'
import { settingInForce } from '../../model/settings/in-force.ts'
import type { World } from '../../model/world.ts'
import { forbidden, invalidModel, message } from '../../protocol/refusal.ts'
import type { Instant } from '../../time/calendar.ts'

interface Content {
  readonly import_url?: string | null | undefined
  readonly template_name?: string | null | undefined
}

/** Refuses what a new project cannot be filled from, before it is created (projects#create-import, projects#create-template). */
export function refuseContent(world: World, given: Content, callOut: CallOut): void {
  const { import_url: address, template_name: template } = given
  if (address) refuseAddress(world, address, callOut)
  if (template) throw invalidModel({ template_name: [`'${template}' is unknown or invalid`] })
}

/** Fills a new project from the address, if there is one. */
export function withContent(world: World, project: Project, { import_url: address }: Content, now: Instant) {
  return address ? scheduleGitImport(world, project, address, now) : project
}

function refuseAddress(world: World, address: string, callOut: CallOut): void {
  const sources: readonly string[] = settingInForce(world, 'import_sources')
  if (!sources.includes('git')) throw forbidden()
  const shown = withoutCredentials(address)
  if (!/^https?:\/\/[^/\s?#]/i.test(address)) throw message(422, `${shown} is not a valid URL`)
  const invalid = message(422, `${shown} is not a valid HTTP Git repository`)
  try {
    const told = exchangeWith(world, address, callOut)('GET', '/info/refs?service=git-upload-pack')
    if (!/^[0-9a-f]{4}# service=git-upload-pack/.test(text(told.subarray(0, 64)))) throw invalid
  } catch (problem) {
    throw problem instanceof GitError ? invalid : problem
  }
}

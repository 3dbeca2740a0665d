import { since } from '../lib/dialect.ts'
import { importStatuses, type Project } from '../model/projects/project.ts'
import type { World } from '../model/world.ts'
import { constant, entity, type Field, type Fields, integer, oneOfTexts, text } from './entity.ts'

const named: Fields<Project> = {
  id: integer((project) => project.id),
  name: text((project) => project.name),
  full_path: text((project) => `/${project.fullPath}`),
  full_name: text((project) => project.fullName),
  refs_url: since(
    'external-import#later-answer',
    text<Project>((project) => `/${project.fullPath}/refs`),
  ),
}

const origin: { readonly [name: string]: Field<Project> } = {
  import_source: text((project, { world }) => originOf(project, world)),
  import_status: oneOfTexts(importStatuses, (project) => project.importStatus),
  human_import_status_name: text((project) => project.importStatus),
  provider_link: text((project, { world }) => `/${originOf(project, world)}`),
}

// Only a client of the host could tell, and none is at hand where the answer is written.
const relation = since('external-import#later-answer', constant<Project>(null))

const sinceAnswer = ([name, field]: [string, Field<Project>]) => [
  name,
  since('external-import#later-answer', field),
]

/** A project whose import from the hosted service has begun. */
export const externalImportStartedEntity = entity<Project>('ExternalImportStarted', {
  ...named,
  ...Object.fromEntries(Object.entries(origin).map(sinceAnswer)),
  relation_type: relation,
})

/** The same with where it comes from and how the import goes. */
export const externalImportEntity = entity<Project>('ExternalImport', {
  ...named,
  ...origin,
  relation_type: relation,
})

function originOf({ id }: Project, world: World): string {
  return world.projectImports.get(id)?.origin ?? ''
}

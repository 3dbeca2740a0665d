import { importStatuses, type Project } from '../model/projects/project.ts'
import type { World } from '../model/world.ts'
import { entity, integer, oneOfTexts, text } from './entity.ts'

const named = {
  id: integer<Project>((project) => project.id),
  name: text<Project>((project) => project.name),
  full_path: text<Project>((project) => `/${project.fullPath}`),
  full_name: text<Project>((project) => project.fullName),
}

/** A project whose import from the hosted service has begun. */
export const externalImportStartedEntity = entity<Project>('ExternalImportStarted', named)

/** The same with where it comes from and how the import goes. */
export const externalImportEntity = entity<Project>('ExternalImport', {
  ...named,
  import_source: text((project, { world }) => originOf(project, world)),
  import_status: oneOfTexts(importStatuses, (project) => project.importStatus),
  human_import_status_name: text((project) => project.importStatus),
  provider_link: text((project, { world }) => `/${originOf(project, world)}`),
})

function originOf({ id }: Project, world: World): string {
  return world.projectImports.get(id)?.origin ?? ''
}

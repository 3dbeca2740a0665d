import type { World } from '../world.ts'

/** The feature flags of the service that matter here, and their defaults. */
export const serviceFlags = {
  auto_disabling_web_hooks: false,
  bulk_import_projects: false,
  closed_as_duplicate_of_issues_api: false,
  github_import_gists: false,
  import_project_from_remote_file: true,
  import_project_from_remote_file_s3: false,
} as const satisfies { readonly [name: string]: boolean }
export type ServiceFlagName = keyof typeof serviceFlags

export function isServiceFlagOn(world: World, name: ServiceFlagName): boolean {
  return world.serviceFlags.get(name)?.on ?? serviceFlags[name]
}

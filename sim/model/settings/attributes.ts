import { visibilities } from '../visibility.ts'
import { type Attribute, flag, integer, list, text, word } from './attribute.ts'

/** Every setting by its name on the wire. */
function declared() {
  return {
    allow_local_requests_from_system_hooks: flag(true),
    allow_local_requests_from_web_hooks_and_services: flag(false),
    bulk_import_enabled: flag(false),
    can_create_group: flag(true),
    default_branch_name: text(),
    default_group_visibility: word(visibilities, 'private'),
    default_project_visibility: word(visibilities, 'private'),
    default_projects_limit: integer(100_000),
    default_snippet_visibility: word(visibilities, 'private'),
    deletion_adjourned_period: integer(7),
    dns_rebinding_protection_enabled: flag(true),
    import_sources: list(
      'github',
      'bitbucket',
      'bitbucket_server',
      'gitlab',
      'fogbugz',
      'git',
      'gitlab_project',
      'gitea',
      'manifest',
      'phabricator',
    ),
    max_attachment_size: integer(100),
    max_export_size: integer(0),
    max_import_size: integer(0),
    outbound_local_requests_whitelist: list(),
    personal_access_token_prefix: text('glpat-'),
    project_download_export_limit: integer(1),
    project_export_enabled: flag(true),
    project_export_limit: integer(6),
    project_import_limit: integer(6),
    restricted_visibility_levels: list(),
    search_rate_limit: integer(30),
    search_rate_limit_unauthenticated: integer(10),
  } as const satisfies { readonly [name: string]: Attribute }
}

export type Attributes = ReturnType<typeof declared>
export type SettingName = keyof Attributes & string
export type SettingValue<N extends SettingName> = Attributes[N] extends Attribute<infer Value> ? Value : never
/** Settings whose values are numbers. */
export type CountName = {
  [N in SettingName]: SettingValue<N> extends number ? N : never
}[SettingName]

let known: Attributes | undefined

/** The table, made when it is first asked for: a start needs none of it. */
export function attributes(): Attributes {
  known ??= declared()
  return known
}

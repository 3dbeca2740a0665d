import { bulkImportEntity } from '../../entities/bulk-import.ts'
import { changed, differs, since } from '../../lib/dialect.ts'
import { withoutEnd } from '../../lib/trim.ts'
import { type NewEntity, scheduleBulkImport } from '../../model/bulk-imports/bulk-imports.ts'
import { InvalidRow } from '../../model/invalid-row.ts'
import type { User } from '../../model/users/user.ts'
import { operation } from '../../protocol/operation.ts'
import {
  atLeastOneOf,
  boolean,
  exclusive,
  exclusiveUnlessEqual,
  hash,
  hashArray,
  oneOf,
  type ParamsOf,
  required,
  string,
  withDefault,
} from '../../protocol/params.ts'
import { message } from '../../protocol/refusal.ts'
import { errorSentences } from '../../protocol/refuse-invalid-row.ts'
import { destinationTexts, LATER_SLUG, LATER_SLUG_TEXT, refuseDestination } from './destination.ts'
import { source } from './params.ts'
import { refuseSource, refuseSourceEntity, sourceTexts } from './remote.ts'

const path = String.raw`^[.]?\w(?:/?[.]?[0-9A-Za-z][-_]*)+$`
const slug = String.raw`^[.]?\w(?:[.]?[0-9A-Za-z][-_]*)+$`
const aboutSource = 'Full path of the group on the source'
const aboutDestination = 'Full path of the destination group; empty for a top-level group'
const name = {
  matches: slug,
  mismatch:
    "cannot start with a dash or forward slash, or end with a period or forward slash. It can only contain alphanumeric characters, periods, underscores, and dashes. E.g. 'destination_namespace' not 'destination/namespace'",
}
const names = ['destination_slug', 'destination_name'] as const

const entity = {
  source_type: required(oneOf(['group_entity'])),
  source_full_path: required(
    string({
      about: aboutSource,
      matches: path,
      mismatch:
        "must be a relative path and not include protocol, sub-domain, or domain information. E.g. 'source/full/path' not 'https://example.com/source/full/path'",
    }),
  ),
  destination_namespace: required(
    string({
      about: aboutDestination,
      matches: `^$|${path}`,
      mismatch:
        "cannot start with a dash or forward slash, or end with a period or forward slash. It can only contain alphanumeric characters, periods, underscores, forward slashes and dashes. E.g. 'destination_namespace' or 'destination/namespace'",
    }),
  ),
  destination_slug: string({ about: 'Path of the new group', ...name }),
  destination_name: string({ about: 'Use `destination_slug`', deprecated: true, ...name }),
  migrate_projects: withDefault(boolean({ about: 'Also migrates the projects of the group' }), true),
}
const withProjects = {
  ...entity,
  source_type: required(oneOf(['group_entity', 'project_entity'])),
}
const segment = String.raw`(?!\.|.*\.(?:git|atom)(?:/|$))(?:[\w.][\w.-]{0,253}[\w-]|\w)`
const laterPath = `^${segment}(?:/${segment})*$`
const laterName = {
  matches: LATER_SLUG,
  mismatch: `${LATER_SLUG_TEXT} For example, 'destination_namespace' not 'destination/namespace'`,
}
const laterPaths = {
  ...withProjects,
  source_full_path: required(
    string({
      about: aboutSource,
      matches: laterPath,
      mismatch:
        "must be a relative path and not include protocol, sub-domain, or domain information. For example, 'source/full/path' not 'https://example.com/source/full/path'",
    }),
  ),
  destination_namespace: required(
    string({
      about: aboutDestination,
      matches: `^$|${laterPath}`,
      mismatch:
        "must be a relative path and not include protocol, sub-domain, or domain information. For example, 'destination/full/path' not 'https://example.com/destination/full/path'",
    }),
  ),
  destination_slug: string({ about: 'Path of the new group', ...laterName }),
  destination_name: string({ about: 'Use `destination_slug`', deprecated: true, ...laterName }),
}
const laterEntity = {
  ...laterPaths,
  migrate_memberships: withDefault(boolean({ about: 'Also migrates the members' }), true),
}
const about = 'What to migrate'
const rules = [
  differs('X17', { specification: exclusiveUnlessEqual(...names), real: exclusive(...names) }),
  atLeastOneOf(...names),
]

/** What is not over within these is given up; `bulk-imports.ts` of the model asks by the release. */
const hoursUntilStale = changed('bulk-imports#later-stale', { before: 8, after: 24 })

export const startBulkImport = operation(
  {
    method: 'POST',
    path: '/bulk_imports',
    summary: 'Start a group migration',
    whileOn: 'bulk_import_enabled',
    params: {
      configuration: required(
        hash({
          url: required(string({ about: 'URL of the source instance' })),
          access_token: required(
            string({ about: 'Personal access token of the source, with the scope `api`' }),
          ),
        }),
      ),
      entities: changed('bulk-imports#later-projects', {
        before: required(hashArray(entity, { about, rules })),
        after: changed('bulk-imports#later-path-rules', {
          before: required(hashArray(withProjects, { about, rules })),
          after: changed('bulk-imports#later-memberships', {
            before: required(hashArray(laterPaths, { about, rules })),
            after: required(hashArray(laterEntity, { about, rules })),
          }),
        }),
      }),
    },
    callsOut: true,
    rateLimit: since('bulk-imports#later-start-limit', { name: 'bulk_import', user: 6, anonymous: 6 }),
    decides: [...sourceTexts, ...destinationTexts, hoursUntilStale],
    answers: { status: 201, one: bulkImportEntity },
    refuses: [422],
    source,
  },
  ({ world, caller, params, view, now, callOut, requestId }) => {
    const url = withoutEnd(params.configuration?.url ?? '', '/')
    const accessToken = params.configuration?.access_token ?? ''
    refuseSource(world, { callOut, url, accessToken }, view.dialect)
    const entities = (params.entities ?? []).map(
      (given: Partial<ParamsOf<typeof laterEntity>>): NewEntity => ({
        kind: given.source_type === 'project_entity' ? 'project' : 'group',
        sourceFullPath: given.source_full_path ?? '',
        destinationSlug: given.destination_slug ?? given.destination_name ?? '',
        destinationNamespace: given.destination_namespace ?? '',
        migrateProjects: given.migrate_projects !== false,
        ...(given.migrate_memberships === false && { withoutMembers: true }),
      }),
    )
    const [first] = entities
    if (first !== undefined) refuseSourceEntity({ callOut, url, accessToken }, first, view.dialect)
    for (const entity of entities) refuseDestination(view.situation, entity, view.dialect)
    const wanted = { user: caller.user as User, url, accessToken, correlationId: requestId(), entities }
    try {
      return scheduleBulkImport(world, wanted, now)
    } catch (problem) {
      if (!(problem instanceof InvalidRow)) throw problem
      throw message(422, `Validation failed: ${errorSentences(problem).join(', ')}`)
    }
  },
)

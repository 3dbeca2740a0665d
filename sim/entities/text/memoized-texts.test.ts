import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Dialect, dialectOf } from '../../lib/dialect.ts'
import { features, type Project } from '../../model/projects/project.ts'
import { anonymous, callerFor } from '../../policy/caller.ts'
import { viewOf } from '../../protocol/view.ts'
import { testSimulator } from '../../testing/calls.ts'
import { fieldsInDialect, serializeRow, type View } from '../entity.ts'
import { listedProjectEntity, projectEntity, writtenProjectEntity } from '../project.ts'

const newest = testSimulator({ release: '18.9' })
const dialects = [dialectOf('real'), dialectOf('specification'), newest.dialect]
const shapes = [projectEntity, listedProjectEntity, writtenProjectEntity]
const levels = ['disabled', 'private', 'enabled', 'public'] as const

/** Columns of which memoized fields tell, some of them as they are in most projects. */
const columns: fc.Arbitrary<Partial<Project>> = fc.record(
  {
    archived: fc.boolean(),
    visibility: fc.constantFrom('public', 'internal', 'private'),
    importStatus: fc.constantFrom('none', 'finished', 'failed'),
    importType: fc.constantFrom(null, 'bare "repository"'),
    markedForDeletionOn: fc.constantFrom(null, '2024-02-01'),
    features: fc
      .record({ feature: fc.constantFrom(...features), level: fc.constantFrom(...levels) })
      .map(({ feature, level }) => ({ ...some.features, [feature]: level })),
    settings: fc
      .record(
        {
          squashOption: fc.constantFrom('never', 'always'),
          packages: fc.boolean(),
          mergeOnSkippedPipeline: fc.constantFrom(null, true, false),
          mergeCommitTemplate: fc.constantFrom(null, '', '<b>'),
          emailsDisabled: fc.constantFrom(null, true, false),
          buildTimeout: fc.constantFrom(0, 3600),
          runnersToken: fc.string(),
        },
        { requiredKeys: [] },
      )
      .map((settings) => ({ ...some.settings, ...(settings as Partial<Project['settings']>) })),
    chosen: fc.record(
      { gitDepth: fc.constantFrom(null, 0, 5), mergeTrains: fc.boolean() },
      { requiredKeys: [] },
    ),
    later: fc.record(
      { duo_remote_flows_enabled: fc.boolean(), ci_id_token_sub_claim_components: fc.constant(['ref']) },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<Partial<Project>>

const some = newest.world.projects.require(1)

/** Each field on its own, as its declaration has it. */
function fieldByField(
  shape: (typeof shapes)[number],
  project: Project,
  view: View,
  dialect: Dialect,
): string {
  const shown = fieldsInDialect(shape, dialect).filter(([, { when }]) => when?.(project, view) ?? true)
  return `{${shown.map(([name, { write }]) => `${JSON.stringify(name)}:${write(project, view)}`).join()}}`
}

test('a project with memoized fields is the same text as all of its fields, one by one', () => {
  const { world } = newest.fork()
  const callers = [anonymous, ...[1, 2, 3, 4].map((id) => callerFor(world.users.require(id)))]
  const cases = fc.record({
    changes: fc.array(columns, { minLength: 1, maxLength: 4 }),
    id: fc.constantFrom(1, 2, 3),
    caller: fc.constantFrom(...callers),
    dialect: fc.constantFrom(...dialects),
    shape: fc.constantFrom(...shapes),
  })
  fc.assert(
    fc.property(cases, ({ changes, id, caller, dialect, shape }) => {
      for (const change of changes) {
        const project = world.projects.update(id, change)
        const situation = { world, caller, now: newest.clock.now() }
        const view = viewOf({ situation, dialect, values: {}, found: {}, memory: undefined })
        expect(serializeRow(shape, project, view)).toBe(fieldByField(shape, project, view, dialect))
      }
    }),
    { numRuns: 150 },
  )
})

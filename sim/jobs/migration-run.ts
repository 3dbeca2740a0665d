import { sha256Hex } from '../lib/hash.ts'
import { atOnce, finished, type Steps } from '../lib/steps.ts'
import type { BulkImport, BulkImportEntity, PipelineStep } from '../model/bulk-imports/bulk-import.ts'
import { countRelation, recordFailure } from '../model/bulk-imports/bulk-imports.ts'
import { ExternalHostRefusal } from '../model/external-import/hosts/external-repository.ts'
import type { Installation } from '../model/external-import/hosts/installation.ts'
import type { Row } from '../model/external-import/hosts/rest.ts'
import { InvalidRow } from '../model/invalid-row.ts'
import { ImportFault } from '../model/project-export/archive/unpack.ts'
import type { User } from '../model/users/user.ts'
import type { World } from '../model/world.ts'
import type { Instant } from '../time/calendar.ts'

/** A stage of an entity while it runs. */
export interface MigrationRun {
  readonly world: World
  readonly migration: BulkImport
  readonly entity: BulkImportEntity
  /** Who migrates. */
  readonly user: User
  readonly remote: Installation
  readonly now: Instant
}

/** What a stage leads to: the next one, itself once more, or the end. */
export type Outcome = 'done' | 'again' | 'failed'

/** A stage; one that may take long returns steps. */
export type Stage = (run: MigrationRun) => Outcome | Steps<Outcome>

/** What brings a kind of thing over, by the name that failures give it. */
const pipelines = {
  export_request_worker: 'ExportRequestWorker',
  group: 'BulkImports::Groups::Pipelines::GroupPipeline',
  labels: 'BulkImports::Common::Pipelines::LabelsPipeline',
  milestones: 'BulkImports::Common::Pipelines::MilestonesPipeline',
  badges: 'BulkImports::Common::Pipelines::BadgesPipeline',
  members: 'BulkImports::Common::Pipelines::MembersPipeline',
  boards: 'BulkImports::Common::Pipelines::BoardsPipeline',
  epics: 'BulkImports::Groups::Pipelines::EpicsPipeline',
  uploads: 'BulkImports::Common::Pipelines::UploadsPipeline',
  project_entities: 'BulkImports::Groups::Pipelines::ProjectEntitiesPipeline',
  subgroups: 'BulkImports::Groups::Pipelines::SubgroupEntitiesPipeline',
  project: 'BulkImports::Projects::Pipelines::ProjectPipeline',
} as const
export type Pipeline = keyof typeof pipelines

export function classOf(relation: Pipeline): string {
  return pipelines[relation]
}

/** How long an entity waits for an export of its source. */
export const WAITS = 5 * 60_000

/** Why something cannot be written, as the service names it. */
export class LoaderFault extends Error {
  readonly exceptionClass: string
  constructor(exceptionClass: string, told: string) {
    super(told)
    this.name = 'LoaderFault'
    this.exceptionClass = exceptionClass
  }
}

/** What an action gives; undefined, with a failure noted, where it cannot be done. */
export function attemptStep<T>(
  run: MigrationRun,
  relation: Pipeline,
  step: PipelineStep,
  action: () => T,
): T | undefined {
  return finished(attemptSteps(run, relation, step, atOnce(action)))
}

/** The same step by step. */
export function* attemptSteps<T>(
  { world, entity, now }: Pick<MigrationRun, 'world' | 'entity' | 'now'>,
  relation: Pipeline,
  step: PipelineStep,
  action: Steps<T>,
): Steps<T | undefined> {
  try {
    return yield* action
  } catch (problem) {
    const fault = faultOf(problem)
    // Whoever waits for an answer throws as well, and so do our own mistakes.
    if (fault === undefined) throw problem
    recordFailure(world, entity, { relation, step, pipelineClass: pipelines[relation], ...fault }, now)
    return undefined
  }
}

/** Loads each of the rows that were found of a relation, and counts those that could be. */
export function loadEach(
  run: MigrationRun,
  relation: Pipeline,
  rows: readonly Row[],
  load: (row: Row) => unknown,
): void {
  let imported = 0
  for (const row of rows)
    if (attemptStep(run, relation, 'loader', () => [load(row)]) !== undefined) imported++
  countRelation(run.world, run.entity, relation, rows.length, imported)
}

function faultOf(problem: unknown): { exceptionClass: string; message: string } | undefined {
  if (problem instanceof ExternalHostRefusal)
    return { exceptionClass: 'BulkImports::NetworkError', message: problem.message }
  if (problem instanceof LoaderFault)
    return { exceptionClass: problem.exceptionClass, message: problem.message }
  if (problem instanceof InvalidRow)
    return { exceptionClass: 'ActiveRecord::RecordInvalid', message: sentence(problem) }
  if (problem instanceof ImportFault)
    return { exceptionClass: 'BulkImports::Error', message: problem.message }
  return undefined
}

function sentence({ errors }: InvalidRow): string {
  const texts = Object.entries(errors).flatMap(([name, all]) =>
    all.map((text) => `${name.charAt(0).toUpperCase()}${name.slice(1).replace(/[._]/g, ' ')} ${text}`),
  )
  return `Validation failed: ${texts.join(', ')}`
}

/** The secret with which runners register: a job draws none, so it follows from the entity. */
export function runnersTokenOf(kind: 'group' | 'project', { id }: BulkImportEntity): string {
  return `GR1348941${sha256Hex(`runners of migrated ${kind} ${id}`).slice(0, 20)}`
}

import { readNdjson } from '../../../lib/ndjson.ts'
import type { Steps } from '../../../lib/steps.ts'
import type { Group } from '../../groups/group.ts'
import type { World } from '../../world.ts'
import { groupEpics, nestEpics } from './epics.ts'
import type { Reading } from './field.ts'
import { type OnSkippedLine, readLines } from './read-lines.ts'
import { tarOf } from './unpack.ts'

interface ExportedEpics extends Pick<Reading, 'importer' | 'users' | 'now'> {
  readonly group: Group
  /** Groups that came from the same source, by the ids that they have there. */
  readonly groups: ReadonlyMap<number, Group>
  readonly topGroup: Group
}

/** Reads the epics of a group from the file in which a source exports them, step by step. Throws an ImportFault. */
export function* readExportedEpics(
  world: World,
  file: Uint8Array,
  { group, groups, ...about }: ExportedEpics,
  passed: OnSkippedLine,
): Steps<number> {
  const lines = [...readNdjson(yield* tarOf(file))]
  const into: Reading = {
    ...about,
    world,
    project: undefined,
    group,
    mapsUsers: true,
    signsNotes: true,
    keepsLevels: true,
    arrived: () => false,
  }
  yield* readLines(groupEpics, lines, group, into, passed)
  nestEpics(world, groups, lines)
  return lines.length
}

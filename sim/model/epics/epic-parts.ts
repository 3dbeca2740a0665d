import { type ArrangedDefinition, runArranged } from '../../store/arranged.ts'
import type { Key } from '../../store/key.ts'
import { followed } from '../../store/orders.ts'
import type { Run } from '../../store/run.ts'
import type { Issue } from '../issues/issue.ts'
import type { World } from '../world.ts'
import { type Epic, type EpicIssue, placeNumber } from './epic.ts'

/** The issues of an epic by what decides who sees them, and of one such place in their order. */
export function partsInPlace(world: World, { id: epicId }: Epic, ...place: Key): Run<EpicIssue> {
  const byPlace: ArrangedDefinition<EpicIssue, World> = {
    name: `places of epic ${epicId}`,
    keys: (part, { issues }) => {
      const issue = part.epicId === epicId ? issues.get(part.issueId) : undefined
      return issue === undefined ? [] : [[placeNumber(issue.projectId, issue.confidential), part.position]]
    },
    among: () => world.epicIssues.by('byEpic', epicId).list(),
    follows: [
      followed<Issue, World>(
        ({ issues }) => issues.state,
        ({ before, after }, { epicIssues }) =>
          before?.projectId === after?.projectId && before?.confidential === after?.confidential
            ? []
            : epicIssues
                .by('byIssue', (after ?? before)?.id as number)
                .list()
                .map(({ id }) => id),
      ),
    ],
  }
  return runArranged(world.epicIssues.state, byPlace, world, place)
}

import { largest } from '../../lib/lists.ts'
import { rootGroupOf } from '../groups/group-tree.ts'
import type { World } from '../world.ts'
import type { Issue } from './issue.ts'

/** Where an issue stands in the manual order; issues that nobody moved stand in order of creation. */
export function positionOf({ position, id }: Issue): number {
  return position ?? id
}

/** The issues that are ordered together: those of all projects below the same top-level group, or of one namespace. */
export function isOrderedWith(world: World, issue: Issue, other: Issue): boolean {
  return rootOf(world, issue) === rootOf(world, other)
}

/** Moves an issue between two others that are ordered with it, or right behind or before one. */
export function reorderIssue(
  world: World,
  issue: Issue,
  neighbours: { readonly after?: Issue | undefined; readonly before?: Issue | undefined },
): Issue {
  const [low, high] = boundsOf(world, issue, neighbours)
  const position = (low + high) / 2
  if (low < position && position < high) return world.issues.put({ ...issue, position })
  // Between neighbours this close there is no number left.
  const others = orderedWith(world, issue)
  const at = others.findIndex((one) => positionOf(one) >= high)
  const order = [...others.slice(0, at), issue, ...others.slice(at)]
  const step = largest(order.map(({ id }) => id)) / (order.length + 1)
  for (const [index, one] of order.entries()) world.issues.put({ ...one, position: (index + 1) * step })
  return world.issues.require(issue.id)
}

type Neighbours = Parameters<typeof reorderIssue>[2]

function boundsOf(world: World, issue: Issue, { after, before }: Neighbours): readonly [number, number] {
  if (after !== undefined && before !== undefined) {
    const [one, other] = [positionOf(after), positionOf(before)]
    return [Math.min(one, other), Math.max(one, other)]
  }
  const positions = world.issues.by('byPosition')
  if (after !== undefined) {
    const low = positionOf(after)
    const above = positions.within({ from: low }).ascending()
    return [low, firstOrderedWith(world, issue, above, (it) => it > low) ?? low + 1]
  }
  const high = before === undefined ? 0 : positionOf(before)
  const below = positions.within({ to: high }).descending()
  return [firstOrderedWith(world, issue, below, (it) => it < high) ?? high - 1, high]
}

/** The first position that passes of an issue that is ordered with another one. */
function firstOrderedWith(
  world: World,
  issue: Issue,
  candidates: Iterable<Issue>,
  passes: (position: number) => boolean,
): number | undefined {
  for (const other of candidates) {
    const position = positionOf(other)
    if (passes(position) && other.id !== issue.id && isOrderedWith(world, issue, other)) return position
  }
  return undefined
}

function orderedWith(world: World, issue: Issue): Issue[] {
  return world.issues
    .by('byPosition')
    .list()
    .filter((other) => other.id !== issue.id && isOrderedWith(world, issue, other))
}

function rootOf(world: World, { projectId }: Issue): string {
  const project = world.projects.require(projectId)
  const root = rootGroupOf(world, project)
  return root === undefined ? `user ${project.namespaceId}` : `group ${root.id}`
}

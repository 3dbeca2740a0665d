import type { ApprovalRule, MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { World } from '../../model/world.ts'
import type { Situation } from '../../policy/abilities.ts'
import {
  eligibleApprovers,
  holdsForAllBranches,
  rulesForBranch,
  rulesOverwritten,
  userDefined,
} from '../../policy/approvals.ts'
import { licensed } from '../../policy/tier.ts'
import { HIGH } from '../../store/key.ts'
import { type Candidates, ofRuns } from '../shared/planned-list.ts'
import type { Filter, Place } from './place.ts'

type Wanted = (approvers: ReadonlySet<number>) => boolean

/** Branches whose rules are looked at one by one. */
const MOST_BRANCHES = 200

/**
 * The merge requests whose approvers are wanted. Who may approve follows from the branch that is merged into, but where a
 * merge request has rules of its own: few have, and they are found in an index.
 */
export function byApprovers(situation: Situation, place: Place, wanted: Wanted): Filter {
  const { world, now } = situation
  const isLicensed = licensed(world, 'premium')
  const areWanted = (rules: readonly ApprovalRule[]) =>
    wanted(
      new Set(
        isLicensed
          ? rules
              .filter(userDefined)
              .flatMap((rule) => eligibleApprovers(world, rule, now).map(({ id }) => id))
          : [],
      ),
    )
  const known = new Map<string, boolean>()
  const ofBranch = (projectId: number, targetBranch: string): boolean => {
    const key = `${projectId} ${targetBranch}`
    const passes = known.get(key) ?? areWanted(rulesForBranch(world, { projectId, targetBranch }))
    known.set(key, passes)
    return passes
  }
  const passes = (row: MergeRequest) =>
    rulesOverwritten(world, row)
      ? areWanted(world.approvalRules.by('byMergeRequest', row.id).list())
      : ofBranch(row.projectId, row.targetBranch)
  return { passes, ...amongBranches(place, ofBranch) }
}

// What the rules of branches leave in and out, and everything that has rules of its own.
function amongBranches(
  { world, projectId }: Place,
  ofBranch: (projectId: number, branch: string) => boolean,
): Pick<Filter, 'among' | 'except'> {
  if (projectId === undefined) return {}
  const branches = branchesThatDiffer(world, projectId)
  if (branches === undefined) return {}
  const own = world.approvalRules.by('byOwnInProject', projectId)
  const withOwn = (runs: Candidates<MergeRequest>): Candidates<MergeRequest> => ({
    count: runs.count + own.count(),
    rows: () => [
      ...runs.rows(),
      ...own.list().flatMap(({ mergeRequestId }) => world.mergeRequests.get(mergeRequestId ?? 0) ?? []),
    ],
  })
  const under = (isIn: boolean) =>
    withOwn(
      ofRuns(
        branches
          .filter((branch) => ofBranch(projectId, branch) === isIn)
          .map((branch) =>
            world.mergeRequests.by('byTarget', projectId, ...(branch === ANY ? [] : [branch])),
          ),
      ),
    )
  return { among: under(true), except: under(false) }
}

/** Stands for all branches where no rule tells them apart. No branch has this name. */
const ANY = ''

// The branches that merge requests of a project are merged into; undefined where there are too many.
function branchesThatDiffer(world: World, projectId: number): string[] | undefined {
  if (world.approvalRules.by('byProject', projectId).list().every(holdsForAllBranches)) return [ANY]
  const all = world.mergeRequests.by('byTarget', projectId)
  const branches: string[] = []
  for (let place = 0; place < all.count(); ) {
    if (branches.length === MOST_BRANCHES) return undefined
    const branch = all.continuationAt(place)[0] as string
    branches.push(branch)
    place = all.rank([branch, HIGH])
  }
  return branches
}

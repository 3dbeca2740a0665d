import type { ApprovalRule, MergeRequest } from '../../model/merge-requests/merge-request.ts'
import type { Situation } from '../../policy/abilities.ts'
import {
  eligibleApprovers,
  holdsForAllBranches,
  rulesForBranch,
  rulesOverwritten,
  userDefined,
} from '../../policy/approvals.ts'
import { licensed } from '../../policy/tier.ts'
import { Ids } from '../../store/id-set.ts'
import { inAll, inAny } from '../../store/id-sets.ts'
import { EMPTY_RUN } from '../../store/run.ts'
import { inSet, ofRuns, underWanted } from '../shared/row-filters.ts'
import type { Filter, Place } from './place.ts'

type Wanted = (approvers: ReadonlySet<number>) => boolean

/** Rules of merge requests of their own that are looked at one by one. */
const MOST_OWN = 20_000

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
  return withOwn(place, passes, ofBranches(place, ofBranch))
}

// The rows of all branches whose rules are as they are wanted.
function ofBranches(place: Place, ofBranch: (projectId: number, branch: string) => boolean): Filter {
  const { world, projects } = place
  const differ = new Set(
    projects.all.filter((id) => !world.approvalRules.by('byProject', id).list().every(holdsForAllBranches)),
  )
  const passes = ({ projectId, targetBranch }: Pick<MergeRequest, 'projectId' | 'targetBranch'>) =>
    ofBranch(projectId, targetBranch)
  if (differ.size > 0)
    return underWanted(
      place,
      'byTarget',
      ({ targetBranch }) => targetBranch,
      (projectId, branch) => ofBranch(projectId, branch as string),
      passes,
    )
  // Where no rule tells branches apart a project passes as a whole. No branch has the empty name.
  const whole = new Set(projects.all.filter((id) => ofBranch(id, '')))
  return {
    passes,
    exactly: {
      under: (id, state) => (whole.has(id) ? place.rows.by('byState', id, state) : EMPTY_RUN),
    },
    ...inSet(place, {
      name: `projects ${[...whole]}`,
      has: ({ projectId }) => whole.has(projectId),
      among: () => [...whole].flatMap((id) => place.rows.by('byProject', id).list()),
    }),
  }
}

// Few have rules of their own: these are looked at.
function withOwn(place: Place, passes: Filter['passes'], others: Filter): Filter {
  const { world, projects } = place
  const runs = projects.all.map((id) => world.approvalRules.by('byOwnInProject', id))
  const count = ofRuns(runs).count
  if (count === 0) return { ...others, passes }
  const { members } = others
  if (members === undefined || count > MOST_OWN) return { passes }
  const own = new Set<MergeRequest>()
  for (const rule of ofRuns(runs).rows()) {
    const row = place.rows.get(rule.mergeRequestId ?? 0)
    if (row !== undefined) own.add(row)
  }
  const idsOf = (rows: readonly MergeRequest[]) => Ids.of(rows.map(({ id }) => id))
  const passing = idsOf([...own].filter(passes))
  const set = inAny([inAll([members().set], [idsOf([...own])]), passing])
  return { passes, members: () => ({ set, isLeftOut: false }) }
}

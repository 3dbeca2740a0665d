import { type ObjectStore, readBlob, readCommit } from '../../git/objects.ts'
import { entryAt } from '../../git/tree.ts'
import { changedFiles } from '../../git/tree-diff.ts'
import { text } from '../../lib/bytes.ts'
import { Recent } from '../../lib/recent/recent.ts'
import type { Instant } from '../../time/calendar.ts'
import { isReleased } from '../installation/released.ts'
import { licensed } from '../installation/tier.ts'
import type { ApprovalRule, MergeRequest } from '../merge-requests/merge-request.ts'
import { headOf, objectsOf } from '../repository/repository.ts'
import type { World } from '../world.ts'
import { entriesFor, type OwnerEntry, type OwnersFormat, ownerFiles, parseOwners } from './code-owners.ts'
import { nextRuleId } from './rule-ids.ts'

/** Gives a merge request a rule for each entry of the owners' file that its changes touch, and no others. */
export function updateCodeOwnerRules(world: World, mergeRequest: MergeRequest, now: Instant): void {
  const rules = world.approvalRules.by('byMergeRequest', mergeRequest.id).list()
  replaceCodeOwnerRules(world, mergeRequest, rules.filter(isOfOwners), now)
}

/** The same in the place of such rules that it has so far. */
export function replaceCodeOwnerRules(
  world: World,
  mergeRequest: MergeRequest,
  old: readonly ApprovalRule[],
  now: Instant,
): void {
  if (!licensed(world, 'premium')) return
  const { id: mergeRequestId, projectId, baseSha, sha } = mergeRequest
  const entries = baseSha === null || sha === null ? [] : touched(world, mergeRequest, baseSha, sha)
  const kept = new Set<number>()
  for (const { pattern: name, section, required: approvalsRequired, owners } of entries) {
    const values = { approvalsRequired, ...approversIn(world, owners), updatedAt: now }
    const known = old.find((rule) => rule.name === name && rule.section === section && !kept.has(rule.id))
    if (known !== undefined) world.approvalRules.update(known.id, values)
    const rule =
      known ??
      world.approvalRules.insert({
        id: nextRuleId(world),
        projectId,
        mergeRequestId,
        sourceRuleId: null,
        name,
        ruleType: 'code_owner',
        reportType: null,
        section,
        protectedBranchIds: [],
        allProtectedBranches: false,
        createdAt: now,
        ...values,
      })
    kept.add(rule.id)
  }
  for (const { id } of old) if (!kept.has(id)) world.approvalRules.delete(id)
}

/** The users who own files that differ between two commits. */
export function ownersOfChanges(
  world: World,
  mergeRequest: MergeRequest,
  from: string,
  to: string,
): ReadonlySet<number> {
  const found = new Set<number>()
  for (const { owners } of touched(world, mergeRequest, from, to)) {
    const { userIds, groupIds } = approversIn(world, owners)
    for (const id of userIds) found.add(id)
    for (const groupId of groupIds)
      for (const { userId } of world.members.by('bySource', 'group', groupId).list()) found.add(userId)
  }
  return found
}

function isOfOwners({ ruleType }: ApprovalRule): boolean {
  return ruleType === 'code_owner'
}

function touched(world: World, mergeRequest: MergeRequest, from: string, to: string): readonly OwnerEntry[] {
  const file = ownersFile(world, mergeRequest)
  if (file === undefined) return []
  const format = formatIn(world)
  const key = `${file} ${format.numbers} ${format.defaults} ${from} ${to}`
  const known = owned.get(key)
  if (known !== undefined) return known
  const objects = objectsOf(world)
  const [before, after] = [from, to].map((id) => readCommit(objects, id).tree) as [string, string]
  const entries = parseOwners(text(readBlob(objects, file)), format)
  const paths = [...changedFiles(objects, before, after)].map(({ newPath }) => newPath)
  const found = entriesFor(entries, paths)
  owned.add(key, found, found.length + 1)
  return found
}

// Files and commits never change, so what follows from them is remembered for all worlds, up to so many entries.
const MOST_OWNED = 100_000
const owned = new Recent<string, readonly OwnerEntry[]>(MOST_OWNED)

/** The id of the file on the target branch. */
function ownersFile(world: World, { projectId, targetBranch }: MergeRequest): string | undefined {
  const head = headOf(world, { id: projectId }, targetBranch)
  if (head === undefined) return undefined
  const known = files.get(head)
  if (known !== undefined) return known.id
  const objects = objectsOf(world)
  const id = ownersIn(objects, readCommit(objects, head).tree)
  files.add(head, { id }, 1)
  return id
}

const MOST_FILES = 10_000
const files = new Recent<string, { readonly id: string | undefined }>(MOST_FILES)

function ownersIn(objects: ObjectStore, tree: string): string | undefined {
  for (const path of ownerFiles) {
    const entry = entryAt(objects, tree, path)
    if (entry?.type === 'blob') return entry.id
  }
  return undefined
}

function formatIn(world: World): OwnersFormat {
  return {
    numbers: isReleased(world, 'approvals#later-section-numbers'),
    defaults: isReleased(world, 'approvals#later-section-owners'),
  }
}

/** The users and groups that owners name; a name of neither is left out. */
function approversIn(world: World, owners: readonly string[]): Pick<ApprovalRule, 'userIds' | 'groupIds'> {
  const userIds = new Set<number>()
  const groupIds = new Set<number>()
  for (const owner of owners) {
    const name = owner.replace(/^@/, '').toLowerCase()
    const isHandle = owner.startsWith('@')
    const user = world.users.find(isHandle ? 'byUsername' : 'byEmail', name)
    const group = user === undefined && isHandle ? world.groups.find('byFullPath', name) : undefined
    if (user !== undefined) userIds.add(user.id)
    else if (group !== undefined) groupIds.add(group.id)
  }
  return { userIds: [...userIds], groupIds: [...groupIds] }
}

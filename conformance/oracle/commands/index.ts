import fc, { type Arbitrary } from 'fast-check'
import { tagLevels } from '../protected-tags.ts'
import { forms } from '../vulnerability-exports.ts'
import { addKey, type Keys } from './add-key.ts'
import { advanceTime } from './advance-time.ts'
import { applySuggestions } from './apply-suggestions.ts'
import type { ModelCommand } from './command.ts'
import { createMergeRequest } from './create-merge-request.ts'
import { createMilestone } from './create-milestone.ts'
import { createTag } from './create-tag.ts'
import { createUserList, type UserLists } from './create-user-list.ts'
import { deleteKey } from './delete-key.ts'
import { deleteMergeRequest } from './delete-merge-request.ts'
import { deleteMilestone } from './delete-milestone.ts'
import { deleteUserList } from './delete-user-list.ts'
import { downloadExport } from './download-export.ts'
import { findKey } from './find-key.ts'
import { listMergeRequests } from './list-merge-requests.ts'
import { listMilestones } from './list-milestones.ts'
import { listProtectedTags } from './list-protected-tags.ts'
import { listUserLists } from './list-user-lists.ts'
import { lookAtExport } from './look-at-export.ts'
import { mergeMergeRequest } from './merge-merge-request.ts'
import { type Exporter, type Exports, openExport } from './open-export.ts'
import { protectTag, type TagRules } from './protect-tag.ts'
import { type Review, suggestLines } from './suggest-lines.ts'
import { turnMergeRequest } from './turn-merge-request.ts'
import { unprotectTag } from './unprotect-tag.ts'
import { updateMergeRequest } from './update-merge-request.ts'
import { updateMilestone } from './update-milestone.ts'
import { updateUserList } from './update-user-list.ts'

const nth = fc.nat({ max: 9 })
const titles = fc.constantFrom('Alpha', 'Beta', 'Gamma', 'Delta')
const dates = fc.constantFrom('2030-01-01', '2030-02-01', null)
const labels = fc.subarray(['bug', 'ui', 'docs'])

/** Branches that a stage must have before merge requests are made by command. */
export const modelBranches = ['topic-a', 'topic-b', 'topic-c'] as const

export const milestoneCommands: readonly Arbitrary<ModelCommand>[] = [
  fc
    .record({ title: titles, description: fc.constantFrom('text', '', null), due_date: dates })
    .map(createMilestone),
  fc
    .tuple(
      nth,
      fc.record(
        { title: titles, description: fc.constantFrom('other', ''), due_date: dates },
        { requiredKeys: ['title'] },
      ),
    )
    .map(([n, change]) => updateMilestone(n, change)),
  fc
    .tuple(nth, fc.constantFrom('close', 'activate'))
    .map(([n, state_event]) => updateMilestone(n, { state_event })),
  nth.map(deleteMilestone),
  fc.constant(null).map(listMilestones),
]

const requestTitles = fc.constantFrom(
  'Add login',
  'Draft: add login',
  '[draft] later',
  'draft',
  'WIP: not any more',
  '(Draft) x',
)

export const mergeRequestCommands: readonly Arbitrary<ModelCommand>[] = [
  fc
    .record({ source: fc.constantFrom(...modelBranches), title: requestTitles, labels, milestone: nth })
    .map(createMergeRequest),
  fc
    .tuple(
      nth,
      fc.record(
        { title: requestTitles, labels, add_labels: labels, remove_labels: labels },
        { requiredKeys: ['title'] },
      ),
    )
    .map(([n, change]) => updateMergeRequest(n, change)),
  fc.tuple(nth, fc.constantFrom('close', 'reopen')).map(([n, event]) => turnMergeRequest(n, event)),
  nth.map(mergeMergeRequest),
  nth.map(deleteMergeRequest),
  fc.constant(null).map(listMergeRequests),
]

const patterns = fc.constantFrom('v*', 'v1', '*', 'V*', '*-rc', 'v*-*', 'v/*', 'v1-rc')

export const protectedTagCommands: readonly Arbitrary<ModelCommand<TagRules>>[] = [
  fc.record({ name: patterns, level: fc.constantFrom(...tagLevels) }).map(protectTag),
  patterns.map(unprotectTag),
  fc
    .tuple(
      fc.constantFrom('v1', 'v1-rc', 'V2', 'v/1', 'other'),
      fc.constantFrom('developer' as const, 'maintainer' as const),
    )
    .map(([tag, role]) => createTag(tag, role)),
  fc.constant(null).map(listProtectedTags),
]

const listNames = fc.constantFrom('Pilots', 'pilots', 'Beta testers', 'beta', ' ', '')
const ids = fc.constantFrom('', 'a', 'a,b', 'b,a', 'a b,c', 'a,a', 'a, b', ',a')
const searches = fc.constantFrom('', 'p', 'BETA', 'testers beta', 'beta pilots', '"a t"')

export const userListCommands: readonly Arbitrary<ModelCommand<UserLists>>[] = [
  fc.tuple(listNames, ids).map(([name, xids]) => createUserList(name, xids)),
  fc
    .tuple(nth, fc.record({ name: listNames, user_xids: ids }, { requiredKeys: [] }))
    .map(([n, change]) => updateUserList(n, change)),
  nth.map(deleteUserList),
  searches.map(listUserLists),
]

const keyNames = fc.constantFrom('one', 'two', 'three')

export const keyCommands: readonly Arbitrary<ModelCommand<Keys>>[] = [
  fc
    .tuple(keyNames, fc.constantFrom('', 'somebody@example.com'))
    .map(([name, comment]) => addKey(name, comment)),
  keyNames.map(deleteKey),
  fc
    .tuple(keyNames, fc.constantFrom('md5' as const, 'sha256' as const))
    .map(([name, by]) => findKey(name, by)),
]

const exporters = fc.constantFrom<Exporter>('owner', 'developer')

export const exportCommands: readonly Arbitrary<ModelCommand<Exports>>[] = [
  fc.tuple(fc.constantFrom(...forms), exporters).map(([form, by]) => openExport(form, by)),
  fc.tuple(nth, exporters).map(([n, as]) => lookAtExport(n, as)),
  fc.tuple(nth, exporters).map(([n, as]) => downloadExport(n, as)),
  fc.integer({ min: 1, max: 3 }).map((seconds) => advanceTime(seconds)),
]

export const reviewCommands: readonly Arbitrary<ModelCommand<Review>>[] = [
  fc
    .tuple(fc.nat({ max: 20 }), fc.nat({ max: 2 }), fc.nat({ max: 2 }))
    .map(([at, more, count]) => suggestLines(at, more, count)),
  nth.map((n) => applySuggestions([n])),
  fc.array(nth, { minLength: 2, maxLength: 3 }).map(applySuggestions),
]

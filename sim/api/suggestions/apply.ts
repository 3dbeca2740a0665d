import type { View } from '../../entities/entity.ts'
import { suggestionEntity } from '../../entities/suggestion.ts'
import { changed, inDialect } from '../../lib/dialect.ts'
import { applySuggestions, destinationOf, NotApplicable } from '../../model/suggestions/apply-suggestions.ts'
import type { Suggestion } from '../../model/suggestions/suggestion.ts'
import type { User } from '../../model/users/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayPush } from '../../policy/branches.ts'
import { listingOf } from '../../protocol/listing.ts'
import { operation } from '../../protocol/operation.ts'
import { integer, integerList, required, string } from '../../protocol/params.ts'
import { forbidden, message } from '../../protocol/refusal.ts'
import { refuseNewCommits } from '../shared/pushing.ts'

const namesAuthors = changed('suggestions#later-co-authors', { before: false, after: true })

const common = {
  method: 'PUT',
  refuses: [404],
  decides: [namesAuthors],
  source: 'suggestions#apply',
} as const
const commitMessage = string({
  about:
    'Commit message, with placeholders such as `%{file_paths}`; default: that of the project, or of the service',
})

export const applySuggestion = operation(
  {
    ...common,
    path: '/suggestions/:id/apply',
    summary: 'Apply a suggestion',
    params: { id: required(integer({ about: 'ID of the suggestion' })), commit_message: commitMessage },
    answers: { one: suggestionEntity },
  },
  ({ world, params, view }) => {
    const suggestion = world.suggestions.get(params.id ?? 0)
    if (suggestion === undefined)
      throw message(404, 'Suggestion is not applicable as the suggestion was not found.')
    return applyAll(view, [suggestion], params.commit_message)[0] as Suggestion
  },
)

export const applyMultipleSuggestions = operation(
  {
    ...common,
    path: '/suggestions/batch_apply',
    summary: 'Apply multiple suggestions in one commit',
    params: {
      ids: required(integerList({ about: 'IDs of the suggestions' })),
      commit_message: commitMessage,
    },
    answers: { many: suggestionEntity, paging: 'none' },
  },
  ({ world, params, view }) => {
    const { ids } = params
    const wanted = [...new Set(ids)].sort((a, b) => a - b)
    const suggestions = wanted.flatMap((id) => world.suggestions.get(id) ?? [])
    // The service compares the number of rows found with the number of IDs, so a repeated ID is refused.
    if (suggestions.length !== ids.length || ids.length === 0)
      throw message(404, 'Suggestions are not applicable as one or more suggestions were not found.')
    return listingOf(applyAll(view, suggestions, params.commit_message))
  },
)

/** The right to push is checked for every suggestion, before any of them is validated (suggestions#rights-first). */
function applyAll(
  { situation, dialect }: View,
  suggestions: readonly Suggestion[],
  text: string | null | undefined,
): Suggestion[] {
  const { world, caller, now } = situation
  for (const suggestion of suggestions) {
    const to = destinationOf(world, suggestion)
    if (to === undefined || !mayPush(situation, to.project, to.branch)) throw forbidden()
  }
  try {
    const how = { given: text ?? null, namesAuthors: inDialect<boolean>(namesAuthors, dialect) }
    const applied = applySuggestions(world, suggestions, how, caller.user as User, now)
    refuseCommit(situation, applied[0])
    return applied
  } catch (problem) {
    throw problem instanceof NotApplicable ? message(400, problem.message) : problem
  }
}

/** All suggestions of a call are applied in one commit. */
function refuseCommit(situation: Situation, suggestion: Suggestion | undefined): void {
  const at = suggestion && destinationOf(situation.world, suggestion)
  const to = suggestion?.commitSha
  if (at === undefined || to == null) return
  const change = { name: `refs/heads/${at.branch}`, from: undefined, to }
  refuseNewCommits(situation, at.project, change, [to])
}

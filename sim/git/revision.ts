import { workedOut } from '../lib/long-work.ts'
import { Pace, type Steps } from '../lib/steps.ts'
import { type ObjectStore, type ObjectType, SHORTEST_PREFIX, typeOf } from './objects.ts'
import { readOutline } from './outline.ts'
import type { Repository } from './repository.ts'

const FULL_ID = /^[0-9a-f]{40}$/
const SHORT_ID = new RegExp(`^[0-9a-f]{${SHORTEST_PREFIX},39}$`)
/** The steps git allows after a name: `^`, `^2`, `~3`, `^{}`, `^{commit}`. */
const STEP = /\^\{(?:commit)?\}|\^\d*|~\d*/y

/**
 * The id of the commit that a revision names, or undefined.
 *
 * In git's order: a full id, a full reference name, `refs/X`, a tag, a branch, then a unique short id of four
 * digits or more. So where a tag and a branch share a name the tag wins; callers that mean the branch ask for
 * `refs/heads/X`. `HEAD` and `@` are the default branch. Tags are peeled, and `~2`, `^2` and `^{commit}` are
 * followed; `@{...}`, `:/text` and names made by git describe are not.
 */
export function resolveCommit(repo: Repository, revision: string): string | undefined {
  const end = revision.search(/[~^]/)
  const name = end < 0 ? revision : revision.slice(0, end)
  const start = resolveName(repo, name)
  return start === undefined ? undefined : followSteps(repo.objects, start, revision.slice(name.length))
}

function resolveName({ objects, refs, defaultBranch }: Repository, name: string): string | undefined {
  const digits = name.toLowerCase()
  if (FULL_ID.test(digits)) return peel(objects, digits, 'commit')
  const full = name === 'HEAD' || name === '@' ? `refs/heads/${defaultBranch}` : name
  for (const place of ['', 'refs/', 'refs/tags/', 'refs/heads/']) {
    const id = refs.get(place + full)
    if (id !== undefined) return peel(objects, id, 'commit')
  }
  return SHORT_ID.test(digits) ? resolveShort(objects, digits) : undefined
}

// As in git, an abbreviation that fits a blob as well still names the one commit it fits.
function resolveShort(objects: ObjectStore, digits: string): string | undefined {
  const commits = (objects.find?.(digits) ?? []).filter((id) => peel(objects, id, 'commit') !== undefined)
  return commits.length === 1 && commits[0] !== undefined ? peel(objects, commits[0], 'commit') : undefined
}

/** What an id stands for once annotated tags are followed, if that is an object of the wanted type. */
export function peel(objects: ObjectStore, id: string, wanted: ObjectType): string | undefined {
  let at = id
  let type = typeOf(objects, at)
  while (type === 'tag' && wanted !== 'tag') {
    const tag = objects.get(at)
    if (tag?.type !== 'tag') return undefined
    at = tag.object
    type = typeOf(objects, at)
  }
  return type === wanted ? at : undefined
}

function followSteps(objects: ObjectStore, start: string, steps: string): string | undefined {
  let at: string | undefined = start
  STEP.lastIndex = 0
  while (at !== undefined && STEP.lastIndex < steps.length) {
    const step: string | undefined = STEP.exec(steps)?.[0]
    if (step === undefined) return undefined
    at = followStep(objects, at, step)
  }
  return at
}

function followStep(objects: ObjectStore, id: string, step: string): string | undefined {
  if (step.startsWith('^{')) return id
  const count = step.length > 1 ? Number(step.slice(1)) : 1
  if (step.startsWith('^')) return count === 0 ? id : readOutline(objects, id).parents[count - 1]
  return workedOut(`first parent ${id} ${count}`, () => firstParent(objects, id, count))
}

/** The first parent of the first parent, and so on, so many times. */
function* firstParent(objects: ObjectStore, id: string, count: number): Steps<string | undefined> {
  const pace = new Pace()
  let at: string | undefined = id
  for (let i = 0; i < count && at !== undefined; i++) {
    at = readOutline(objects, at).parents[0]
    if (pace.after(0)) yield
  }
  return at
}

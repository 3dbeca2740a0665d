// Tells when what users meet has changed and CHANGELOG.md has not: `node scripts/changelog.mjs [FOLDER]`.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
/** What users meet: operations, the command, the checks. */
const USERS_MEET = /^(?:sim\/(?:api|cli)|conformance)\/.*\.ts$/
const NOT_FOR_USERS = /\.test\.ts$|\/testing\//

/**
 * The complaint about a change without its line in the changelog, or undefined. `changed` are the paths that differ from
 * `base`; `excused` tells that a commit since then says `Changelog: none`.
 */
function complaint({ base, changed, excused }) {
  const met = changed.filter((path) => USERS_MEET.test(path) && !NOT_FOR_USERS.test(path))
  if (met.length === 0 || changed.includes('CHANGELOG.md') || excused) return undefined
  const which = met.length === 1 ? met[0] : `${met[0]} and ${met.length - 1} more`
  return `CHANGELOG.md has no line for what changed since ${base} (${which}): add one that says what a user notices, or, where nobody notices, a line "Changelog: none" at the end of the commit's message`
}

/**
 * What changed since a branch left `main`, on `main` itself since the last tag, with what is not committed yet. Undefined
 * where there is nothing to compare with: no git, no tag, or a clone of the latest commit alone.
 */
function changesIn(folder) {
  const git = (...words) => {
    const { status, stdout } = spawnSync('git', words, { cwd: folder, encoding: 'utf8' })
    return status === 0 ? stdout.trim() : undefined
  }
  const lines = (text) => (text ?? '').split('\n').filter((line) => line !== '')
  const head = git('rev-parse', 'HEAD')
  const left = ['origin/main', 'main']
    .map((branch) => ({ name: branch, commit: git('merge-base', branch, 'HEAD') }))
    .find(({ commit }) => commit !== undefined && commit !== head)
  const tag = git('describe', '--tags', '--abbrev=0')
  const base = left ?? (tag === undefined ? undefined : { name: tag, commit: tag })
  if (head === undefined || base === undefined) return undefined
  const untracked = lines(git('ls-files', '--others', '--exclude-standard'))
  const messages = git('log', '--format=%B', `${base.commit}..HEAD`) ?? ''
  return {
    base: base.name,
    changed: [...lines(git('diff', '--name-only', base.commit)), ...untracked],
    excused: /^Changelog: none$/m.test(messages),
  }
}

const changes = changesIn(process.argv[2] ?? root)
const wrong = changes && complaint(changes)
if (changes === undefined)
  process.stdout.write('nothing to compare with: neither a branch of main nor a tag\n')
if (wrong !== undefined) process.stderr.write(`${wrong}\n`)
process.exitCode = wrong === undefined ? 0 : 1

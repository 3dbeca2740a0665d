import { RE2JS, RE2JSException } from 're2js'
import type { LogEntry } from '../git/log-options.ts'
import { type Commit, readBlob, readCommit } from '../git/objects.ts'
import { changedFiles, isRegular } from '../git/tree-diff.ts'
import { text } from '../lib/bytes.ts'
import { MEGABYTE } from '../lib/readable-size.ts'
import type { Project } from '../model/projects/project.ts'
import type { PushRule } from '../model/push-rules/push-rule.ts'
import { objectsOf } from '../model/repository/repository.ts'
import { emailTaken } from '../model/users/accounts.ts'
import type { World } from '../model/world.ts'
import type { Situation } from './abilities.ts'
import type { RefChange } from './pushes.ts'
import { licensed } from './tier.ts'

/** The rule that pushes to a project have to keep to, where the plan has such rules. */
export function pushRuleOf(world: World, project: Project): PushRule | undefined {
  return licensed(world, 'premium') ? world.pushRules.find('byProject', project.id) : undefined
}

/** How commits come: pushed with git, or made by the service itself, which signs nothing. */
export type CommitOrigin = 'pushed' | 'made here'

/**
 * Why a push rule refuses a change of one reference and its new commits, in the service's words and in
 * its order: the name, each commit, each file.
 */
export function pushRuleFault(
  situation: Situation,
  project: Project,
  rule: PushRule,
  change: RefChange,
  commits: readonly LogEntry[],
  way: CommitOrigin,
): string | undefined {
  try {
    return (
      nameFault(project, rule, change, way) ??
      firstFault(commits, (entry) => commitFault(situation, rule, entry, way)) ??
      firstFault(commits, (entry) => fileFault(situation.world, rule, entry))
    )
  } catch (problem) {
    if (problem instanceof RE2JSException) return `Regular expression is invalid: ${problem.message}`
    throw problem
  }
}

function firstFault(
  commits: readonly LogEntry[],
  fault: (entry: LogEntry) => string | undefined,
): string | undefined {
  for (const entry of commits) {
    const found = fault(entry)
    if (found !== undefined) return found
  }
  return undefined
}

function nameFault(
  project: Project,
  rule: PushRule,
  { name, to }: RefChange,
  way: CommitOrigin,
): string | undefined {
  const [, kind, short = ''] = /^refs\/(heads|tags)\/(.+)$/.exec(name) ?? []
  if (kind === 'tags')
    return rule.denyDeleteTag && to === undefined && way === 'pushed' ? 'You cannot delete a tag' : undefined
  if (to === undefined || short === project.defaultBranch || finds(rule.branchNameRegex, short))
    return undefined
  return `Branch name does not follow the pattern '${rule.branchNameRegex}'`
}

function commitFault(
  { world, caller }: Situation,
  rule: PushRule,
  { commit }: LogEntry,
  way: CommitOrigin,
): string | undefined {
  const { author, committer, message } = commit
  if (!finds(rule.commitMessageRegex, message, RE2JS.MULTILINE))
    return `Commit message does not follow the pattern '${rule.commitMessageRegex}'`
  if (rule.commitMessageNegativeRegex && finds(rule.commitMessageNegativeRegex, message, RE2JS.MULTILINE))
    return `Commit message contains the forbidden pattern '${rule.commitMessageNegativeRegex}'`
  for (const [who, { email }] of [
    ['Committer', committer],
    ['Author', author],
  ] as const)
    if (!finds(rule.authorEmailRegex, email))
      return `${who}'s email '${email}' does not follow the pattern '${rule.authorEmailRegex}'`
  if (rule.rejectNonDcoCommits && !message.split('\n').some(isSignOff))
    return 'Commit message must contain a DCO signoff'
  if (rule.commitCommitterCheck && !isOwn(world, caller.user?.id, committer.email))
    return `You cannot push commits for '${committer.email}'. You can only push commits that were committed with one of your own verified emails.`
  if (rule.commitCommitterNameCheck && committer.name !== caller.user?.name)
    return 'Your git username is inconsistent with GitLab account name'
  if (way === 'pushed' && rule.rejectUnsignedCommits && !isSigned(commit))
    return 'Commit must be signed with a GPG key'
  if (!rule.memberCheck) return undefined
  if (!emailTaken(world, author.email)) return `Author '${author.email}' is not a member of team`
  return emailTaken(world, committer.email)
    ? undefined
    : `Committer '${committer.email}' is not a member of team`
}

function fileFault(world: World, rule: PushRule, { commit }: LogEntry): string | undefined {
  if (!rule.fileNameRegex && !rule.preventSecrets && rule.maxFileSize === 0) return undefined
  const objects = objectsOf(world)
  const [parent] = commit.parents
  const before = parent === undefined ? undefined : readCommit(objects, parent).tree
  for (const { status, newPath, newId, newMode } of changedFiles(objects, before, commit.tree)) {
    const forbidden = status === 'added' ? patternAgainst(rule, newPath) : undefined
    if (forbidden !== undefined)
      return `File name ${newPath} was prohibited by the pattern ${JSON.stringify(forbidden)}.`
    if (rule.maxFileSize > 0 && newId !== undefined && isRegular(newMode))
      if (readBlob(objects, newId).length > rule.maxFileSize * MEGABYTE)
        return `File ${JSON.stringify(newPath)} is larger than the allowed size of ${rule.maxFileSize} MB. Use Git LFS to manage this file.`
  }
  return undefined
}

/** Names of files that hold secrets, as the service's documentation lists them. */
const SECRETS = [
  'aws\\/credentials$',
  '(ssh|config)\\/(personal|server)_(rsa|dsa|ed\\d+|ecdsa)',
  'id_rsa$',
  'id_dsa$',
  'id_ed25519$',
  'id_ecdsa$',
  '\\.(pem|key)$',
  '[._]history$',
]

function patternAgainst({ preventSecrets, fileNameRegex }: PushRule, path: string): string | undefined {
  const secret = preventSecrets ? SECRETS.find((pattern) => finds(pattern, path)) : undefined
  return secret ?? (fileNameRegex && finds(fileNameRegex, path) ? fileNameRegex : undefined)
}

/** Whether a pattern is found in a text; none is found in every one. */
function finds(pattern: string | null, value: string, flags = 0): boolean {
  return !pattern || RE2JS.compile(pattern, flags).matcher(value).find()
}

function isOwn(world: World, userId: number | undefined, email: string): boolean {
  const user = world.users.get(userId ?? 0)
  const address = email.toLowerCase()
  if (user?.email.toLowerCase() === address) return true
  const further = world.emails.find('byEmail', address)
  return further !== undefined && further.userId === userId && further.confirmedAt !== null
}

/** A signature is a header of its own, which is kept as it came. */
function isSigned({ raw }: Commit): boolean {
  return raw !== undefined && /^(?:.+\n)*?gpgsig /.test(text(raw))
}

const SIGN_OFF = 'Signed-off-by:'

/** `Signed-off-by: NAME <MAIL@HOST>`, and whatever else stands around these. */
function isSignOff(line: string): boolean {
  if (!line.startsWith(SIGN_OFF)) return false
  const open = line.indexOf('<', SIGN_OFF.length + 1)
  const at = open < 0 ? -1 : line.indexOf('@', open + 2)
  return at >= 0 && line.lastIndexOf('>') > at + 1
}

import { changelogEntity } from '../../entities/changelog.ts'
import type { View } from '../../entities/entity.ts'
import { ChangeError } from '../../git/changes.ts'
import { changed, type Dialect, differs, inDialect, since } from '../../lib/dialect.ts'
import { branchNamed } from '../../model/branches/branches.ts'
import { accessLevels } from '../../model/members/access-level.ts'
import type { Project } from '../../model/projects/project.ts'
import { changelogSection } from '../../model/repository/changelog.ts'
import { CONFIG_FILE } from '../../model/repository/changelog-config.ts'
import { ChangelogError } from '../../model/repository/changelog-error.ts'
import { insertSection } from '../../model/repository/changelog-file.ts'
import { VERSION_PATTERN } from '../../model/repository/changelog-version.ts'
import { fileAt } from '../../model/repository/files.ts'
import { pushCommit, signatureOf } from '../../model/repository/new-commit.ts'
import type { User } from '../../model/users/user.ts'
import type { Situation } from '../../policy/abilities.ts'
import { mayPush } from '../../policy/branches.ts'
import { projectLevel } from '../../policy/roles.ts'
import { seesGroup } from '../../policy/visible.ts'
import { operation } from '../../protocol/operation.ts'
import { type ParamsOf, required, string, withDefault, zonedTime } from '../../protocol/params.ts'
import { forbidden, message } from '../../protocol/refusal.ts'
import { faultOfNewCommits } from '../shared/pushing.ts'
import { signedIn } from '../shared/signed-in.ts'
import { reading } from './params.ts'

const path = '/projects/:id/repository/changelog'
const release = {
  version: required(string({ about: 'Semantic version, as shown in the heading', matches: VERSION_PATTERN })),
  config_file: string({ about: `Path of the changelog configuration; default: \`${CONFIG_FILE}\`` }),
  config_file_ref: since(
    'repository#later-config-ref',
    string({ about: 'Branch, tag or commit where the configuration is read; default: the default branch' }),
  ),
  date: zonedTime({ about: 'Time of the release; default: now' }),
  from: string({ about: 'Commit before the first change; default: that of the last stable tag' }),
  to: string({ about: 'Last commit of the changes; default: the head of the branch' }),
  trailer: withDefault(string({ about: 'Git trailer of the commits to include' }), 'Changelog'),
}
type ReleaseParams = ParamsOf<typeof release>

const limited = {
  rateLimit: since('repository#later-changelog-limit', {
    name: 'project_changelog',
    user: 5,
    anonymous: 5,
    per: 'project',
    noun: 'changelog',
  }),
} as const

/** Whether the heading drops a `v` in front of the version. */
const plainHeading = changed('repository#later-changelog-version', { before: false, after: true })

export const generateChangelog = operation(
  {
    ...reading,
    ...limited,
    accepts: since('repository#later-changelog-by-job', ['job_token']),
    path,
    summary: 'Generate the changelog of a version',
    params: release,
    answers: { one: changelogEntity },
    refuses: [422],
    decides: [plainHeading],
  },
  ({ view, project, params }) => ({
    notes: `${sectionOf(view, project, params, project.defaultBranch)}\n`,
  }),
)

export const addChangelog = operation(
  {
    ...reading,
    ...limited,
    method: 'POST',
    auth: signedIn,
    path,
    summary: 'Add the changelog of a version to a file',
    params: {
      ...release,
      branch: string({ about: 'Branch to commit to; default: the default branch' }),
      file: withDefault(string({ about: 'Path of the changelog file' }), 'CHANGELOG.md'),
      message: string({ about: 'Commit message; default: `Add changelog for version X`' }),
    },
    answers: differs('S9', {
      specification: { status: 200, one: changelogEntity },
      real: { status: 200, value: { const: 200 } },
    }),
    refuses: [422],
    decides: [plainHeading],
  },
  ({ view, project, params }) => {
    const { situation } = view
    const branch = params.branch ?? project.defaultBranch
    if (!mayPush(situation, project, branch))
      throw forbidden('You are not allowed to commit a changelog on this branch')
    const section = sectionOf(view, project, params, branch)
    const { version, file } = params
    const text = params.message ?? `Add changelog for version ${version}`
    const heading = headingOf(version, view.dialect)
    commitChangelog(situation, project, { branch, file, version: heading, section, text })
    return { notes: `${section}\n` }
  },
)

function headingOf(version: string | null, dialect: Dialect): string {
  return inDialect<boolean>(plainHeading, dialect) ? (version ?? '').replace(/^v/, '') : (version ?? '')
}

function sectionOf(
  { situation: { world, caller, now }, dialect }: View,
  project: Project,
  params: ReleaseParams,
  branch: string,
): string {
  const { version, date, from, to, trailer, config_file: configFile, config_file_ref: configRef } = params
  return refuseFailure(() =>
    changelogSection(
      world,
      project,
      {
        version: version ?? '',
        heading: headingOf(version, dialect),
        date: date ?? { at: now, offset: 0 },
        from,
        to: to ?? branch,
        trailer,
        configFile,
        configRef,
      },
      {
        isMember: (user) => projectLevel(world, user, project, now) >= accessLevels.guest,
        sees: (group) => seesGroup(world, caller, group, now),
      },
    ),
  )
}

interface ChangelogCommit {
  readonly branch: string
  readonly file: string
  readonly version: string
  readonly section: string
  /** The commit message. */
  readonly text: string
}

function commitChangelog(
  situation: Situation,
  project: Project,
  { branch, file, version, section, text }: ChangelogCommit,
): void {
  const { world, caller, now } = situation
  const start = branchNamed(world, project, branch)?.head.id
  if (start === undefined) throw failed('You can only create or edit files when you are on a branch')
  const existing = fileAt(world, project, start, file)
  const content = insertSection(existing?.bytes ?? new Uint8Array(), version, section)
  // A repeated call changes nothing.
  if (content === undefined) return
  const author = signatureOf(caller.user as User, now)
  const action = existing === undefined ? 'create' : 'update'
  const changes = [{ action, path: file, content }] as const
  const to = refuseFailure(() =>
    pushCommit(world, project, { branch, start, changes, message: text, author, committer: author }, now),
  )
  const fault = faultOfNewCommits(situation, project, { name: `refs/heads/${branch}`, from: start, to }, [to])
  if (fault !== undefined) throw failed(fault)
}

/** Every failure is answered as the same refusal, with its reason. */
function refuseFailure<Result>(task: () => Result): Result {
  try {
    return task()
  } catch (error) {
    if (error instanceof ChangelogError) throw failed(error.message)
    // The service fails as a whole when the file cannot be written.
    if (error instanceof ChangeError) throw failed(`${error.path} cannot be written`)
    throw error
  }
}

function failed(reason: string) {
  return message(422, `Failed to generate the changelog: ${reason}`)
}

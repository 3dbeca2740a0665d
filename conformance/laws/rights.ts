import type { ContractOperation } from '../../sim/contract.ts'
import { type Law, law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { answers, holds } from '../kit/expect.ts'
import { isRow, isRows } from '../kit/json.ts'
import { needsMigrations } from '../oracle/migrations.ts'
import type { Right } from '../oracle/right.ts'
import { differenceOf, rights, type Verdict, type Visibility, verdictFor } from '../oracle/rights.ts'
import {
  type RightElsewhere,
  rightsElsewhere,
  runnerKeepers,
  verdictElsewhere,
} from '../oracle/rights-elsewhere.ts'
import { bulkImportSwitch } from '../oracle/switches.ts'
import type { Stage } from '../run/stage.ts'
import { type Role, roles } from '../targets/target.ts'
import { ofItsRelease } from './its-release.ts'
import { placeable, reads, sampleCall, sampleParams } from './sample.ts'

/** Who is refused changes nothing, so that those after him find what he found. */
const lowestFirst = [...roles].reverse()

/** One law a visibility, since the stage differs. */
export const rightsLaws = (['private', 'internal', 'public'] as const).map(rightsIn)

function rightsIn(visibility: Visibility) {
  return law<Role>({
    name: visibility === 'private' ? 'rights' : `rights-${visibility}`,
    says: `in a ${visibility} project each role may do what the table of roles says, and is refused everything else`,
    source: 'conventions#roles, conventions#visibility, conventions#forbidden, conventions#access-levels',
    level: 'must',
    needs: { furnished: true, project: visibility },
    appliesTo: (operation) => placeable(operation) && rights[operation.id] !== undefined,
    cites: ({ id }) => rights[id]?.source,
    each: (operation) =>
      visibility === 'private' || reads(operation) ? lowestFirst : lowestFirst.filter(upTo(operation)),
    holds: async (stage, operation, role) => {
      const right = rights[operation.id]
      if (right === undefined) return
      if (role !== 'anonymous' && !stage.has(role)) return stage.unknown(nobody(role))
      // What needs a role in the group as well tells nothing where the target allows no group.
      if (right.inGroup && !stage.inGroup) return stage.skip('the target allows no group')
      const reply = await statusOf(stage, operation, role)
      await skipWhatIsMissing(stage, operation, reply)
      const own = right.ownInReal === true && (await madeBy(stage, operation, role))
      // To external users an internal project is a private one.
      const external = visibility === 'internal' && role !== 'anonymous' && stage.user(role).external
      const open = external ? 'private' : visibility
      const told = {
        operation: operation.id,
        role,
        visibility: open,
        state: stage.project.state,
        own,
      } as const
      // An administrator may be the owner who has arranged everything.
      const isMaker = () =>
        role !== 'anonymous' && stage.knows('owner') && stage.user(role).id === stage.user('owner').id
      const toOthers = ({ ofMaker }: Right, verdict: Verdict): Verdict =>
        ofMaker !== undefined && verdict === 'allowed' && !isMaker()
          ? { status: 404, body: { message: ofMaker } }
          : verdict
      await ofItsRelease(stage, right, (inForce) =>
        stage.differs(differenceOf(inForce, role), {
          specification: () =>
            meets(
              stage,
              reply,
              role,
              toOthers(inForce, verdictFor(inForce, { dialect: 'specification', ...told })),
            ),
          real: () =>
            meets(stage, reply, role, toOthers(inForce, verdictFor(inForce, { dialect: 'real', ...told }))),
        }),
      )
    },
  })
}

/** The least role that may, all below it, and those that differ; that those above may as well is seen in private projects. */
function upTo({ id }: ContractOperation): (role: Role) => boolean {
  const { member, inReal = {} }: Partial<Right> = rights[id] ?? {}
  const above = member === undefined ? -1 : roles.indexOf(member)
  return (role) => roles.indexOf(role) >= above || role in inReal
}

export const elsewhere = law<Role>({
  name: 'rights-outside-projects',
  says: 'outside projects each role may do what the table of roles says, and is refused everything else',
  source: 'conventions#roles',
  level: 'must',
  needs: { furnished: true },
  appliesTo: (operation) => placeable(operation) && rightsElsewhere[operation.id] !== undefined,
  cites: ({ id }) => rightsElsewhere[id]?.source,
  each: () => lowestFirst,
  holds: async (stage, operation, role) => {
    const right = rightsElsewhere[operation.id]
    if (right === undefined) return
    if (stage.asFound && operation.subjects[0]?.name === 'group')
      return stage.skip('the group that is looked at may be a closed one')
    if (role !== 'anonymous' && !stage.has(role)) return stage.unknown(nobody(role))
    if (isOfClosedGroup(stage, operation) && !isMember(role, right))
      return stage.unknown('the table speaks of a public group')
    if (right.allowed.includes('owner') !== right.allowed.includes(role) && isTheOwner(stage, role))
      return stage.unknown(`the ${role} is the owner, too`)
    const { about } = right
    if (about !== undefined && !stage.has(about) && right.allowed.includes(role))
      return stage.unknown(nobody(about))
    if (right === runnerKeepers && stage.asFound) await expectKept(stage)
    if (role === 'anonymous' && operation.path.startsWith('/users/:user_id/'))
      await expectShown(stage, operation)
    const reply = await statusOf(stage, operation, role)
    await skipWhatIsMissing(stage, operation, reply)
    await ofItsRelease(stage, right, (inForce) =>
      stage.differs('S31', {
        specification: () => meets(stage, reply, role, verdictElsewhere(inForce, role, 'specification')),
        real: () => meets(stage, reply, role, verdictElsewhere(inForce, role, 'real')),
      }),
    )
  },
})

function isTheOwner(stage: Stage, role: Role): boolean {
  return role !== 'anonymous' && stage.knows('owner') && stage.user(role).id === stage.user('owner').id
}

/** Below a private group the throw-away one is private, too. */
function isOfClosedGroup(stage: Stage, { subjects }: ContractOperation): boolean {
  return subjects[0]?.name === 'group' && stage.inGroup && stage.group.visibility !== 'public'
}

/** What is open to all of a public group asks for a role in a closed one, and who has none there does not find it. */
function isMember(role: Role, { anonymous }: RightElsewhere): boolean {
  return role !== 'anonymous' && role !== 'stranger' && anonymous !== 'allowed'
}

function nobody(role: Role): string {
  return `the target was given no ${role} credential, or his role is another one there`
}

/** A call of which the status alone is looked at, so that it may be of a list that changes by itself. */
function statusOf(stage: Stage, operation: ContractOperation, role: Role): Promise<Reply> {
  return sampleCall(stage, operation, { as: role, moving: true })
}

/** Whether a caller is the author of the record. */
async function madeBy(stage: Stage, operation: ContractOperation, role: Role): Promise<boolean> {
  if (role === 'anonymous') return false
  const { json } = await statusOf(stage, operation, 'owner')
  return isRow(json) && json.author_id === stage.user(role).id
}

/** An installation that restricts what is public hides its users from those who are not signed in. */
async function expectShown(stage: Stage, operation: ContractOperation): Promise<void> {
  const { user_id } = sampleParams(stage, operation, { moving: true })
  const { status } = await stage.call('GET /users/:id', { id: user_id }, { as: 'anonymous', mayFault: true })
  if (status !== 200) stage.unknown('users are hidden from those who are not signed in')
}

/** The table speaks of a runner of the project that is looked at; another one may have other keepers. */
async function expectKept(stage: Stage): Promise<void> {
  const { runner_id } = stage.furniture
  const reply = await stage.call('GET /runners/:id', { id: runner_id ?? 0 }, { mayFault: true })
  const row = isRow(reply.json) ? reply.json : {}
  const projects = isRows(row.projects) ? row.projects : []
  const here = row.runner_type === 'project_type' && projects.every(({ id }) => id === stage.project.id)
  if (!here) stage.unknown('the runner that was found is not of this project alone')
}

// What nobody finds there tells nothing of who may: no export was made, for example.
async function skipWhatIsMissing(stage: Stage, operation: ContractOperation, reply: Reply): Promise<void> {
  if (reply.status !== 404) return
  if (bulkImportSwitch.closes.test(operation.path)) await needsMigrations(stage)
  if (!stage.asFound) return
  const owners = await sampleCall(stage, operation, { as: 'owner' })
  if (owners.status === 404) stage.skip('the project that is looked at has nothing of the kind')
}

const rising = ['guest', 'reporter', 'developer', 'maintainer', 'owner', 'admin'] as const

const growing = {
  says: 'a role may do whatever a lower role may do, and a private project is closed to everybody who is no member',
  source: 'conventions#role-ladder, conventions#visibility',
  level: 'must',
  holds: async (stage, operation) => {
    for (const role of ['anonymous', 'stranger'] as const) {
      if (role === 'stranger' && !stage.has(role)) continue
      const reply = await sampleCall(stage, operation, { as: role })
      // The project that is looked at may be open to all.
      if (operation.subjects[0]?.name === 'project' && !stage.asFound)
        holds(reply.status >= 400, `a private project is kept from the role ${role}`, reply.status, reply)
    }
    let may: Role | undefined
    for (const role of rising.filter((each) => stage.has(each))) {
      const reply = await sampleCall(stage, operation, { as: role })
      const refused = [401, 403].includes(reply.status)
      holds(may === undefined || !refused, `the role ${role} may what ${may} may`, reply.status, reply)
      if (reply.status < 400) may = role
    }
  },
} satisfies Partial<Law<undefined>>

/** What belongs to whoever made it, or is about the caller alone. */
const personal = [
  'GET /security/vulnerability_exports/:id',
  'GET /security/vulnerability_exports/:id/download',
  'DELETE /groups/:id/members/:user_id',
  'PUT /projects/:id/triggers/:trigger_id',
  'GET /users/:id/associations_count',
  // Of projects that both maintain by their membership.
  'GET /users/:user_id/project_deploy_keys',
]

/** What can be done once, and is refused whoever asks again. */
const once = [
  'POST /projects/:id/jobs/:job_id/retry',
  'POST /projects/:id/jobs/:job_id/erase',
  // Nobody has a right to an epic that is gone: epics#rights-of-epic.
  'DELETE /groups/:id/epics/:epic_iid',
]

function isElsewhere(operation: ContractOperation): boolean {
  const { id, auth } = operation
  if (personal.includes(id)) return false
  return (
    placeable(operation) && auth !== 'none' && rights[id] === undefined && rightsElsewhere[id] === undefined
  )
}

export const growingReads = law({
  ...growing,
  name: 'higher-roles-read',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: (operation) => isElsewhere(operation) && reads(operation),
})

// Each takes a place of its own, since what one role may is done before the next is asked.
export const growingWrites = law({
  ...growing,
  name: 'higher-roles-write',
  needs: { furnished: true, rewinds: true },
  appliesTo: (operation) => isElsewhere(operation) && !reads(operation) && !once.includes(operation.id),
})

function meets(stage: Stage, reply: Reply, role: Role, verdict: Verdict): void {
  if (verdict !== 'allowed' && 'unknown' in verdict) stage.unknown(verdict.unknown)
  if (verdict === 'allowed') {
    const actual = `${reply.status} ${reply.text.slice(0, 100)}`
    holds(![401, 403, 404].includes(reply.status), `the role ${role} may`, actual, reply)
  } else answers(reply, verdict.status, verdict.body)
}

import type { ContractOperation } from '../../sim/contract.ts'
import { numberIn } from '../kit/expect.ts'
import type { Furniture, Stage } from '../run/stage.ts'
import { optionalPieces } from './optional-records.ts'
import { type Amount, type Piece, piecesFor } from './pieces.ts'
import { commit, issue, label, mergeRequest, milestone } from './records.ts'

/** One of everything that paths name, and three of everything that lists show; or what some operations need of it. */
export async function furnish(stage: Stage, about?: readonly ContractOperation[]): Promise<Furniture> {
  let found: Furniture = constants(stage)
  const amount = about === undefined ? 3 : amountFor(about)
  for (const { make } of about === undefined ? pieces : piecesFor(about, pieces))
    found = { ...found, ...(await make(stage, found, amount)) }
  return found
}

/** What operations are furnished with, as a word: those with the same one may share a stage. */
export function furnishedWith(about: readonly ContractOperation[]): string {
  const names = piecesFor(about, pieces).map(({ name }) => name)
  return [...names, ...(names.length === 0 ? [] : [amountFor(about)])].join()
}

/** What none of the operations lists is there once. */
function amountFor(about: readonly ContractOperation[]): Amount {
  return about.some(({ answer, method }) => answer === 'many' || method === 'GET') ? 3 : 1
}

const topics = ['one', 'two', 'three'] as const
const carried = 'furniture'

export const pieces: readonly Piece[] = [
  { name: 'guide', places: ['sha', 'file_path'], make: guide },
  { name: 'milestones', places: ['milestone_id'], make: milestones },
  { name: 'label', places: ['projects.labels'], make: oneLabel },
  { name: 'issues', after: ['milestones', 'label'], places: ['issue_iid'], make: issues },
  {
    name: 'merge requests',
    after: ['milestones', 'label'],
    places: ['merge_request_iid', 'topic'],
    make: mergeRequests,
  },
  { name: 'spare branch', places: ['spare'], make: spareBranch },
  ...optionalPieces,
]

/** What is there without being made. */
function constants(stage: Stage): Furniture {
  const { id, branch } = stage.project
  const owner = stage.user('owner').id
  const developer = stage.has('developer') ? stage.user('developer').id : undefined
  return {
    user_id: owner,
    id: owner,
    'projects.members': developer,
    'groups.members': developer,
    branch,
    ref: branch,
    projects: id,
    namespaces: stage.inGroup ? stage.group.path : undefined,
    features: 'import_project_from_remote_file',
    'projects.protected_branches': branch,
    type: 'licenses',
    template_name: 'mit',
    'templates.licenses': 'mit',
    'templates.gitignores': 'Node',
    'templates.dockerfiles': 'Ruby',
    'templates.gitlab_ci_ymls': 'Go',
  }
}

async function guide(stage: Stage): Promise<Furniture> {
  const path = 'docs/guide.md'
  const sha = await commit(stage, { branch: stage.project.branch, path, content: '# Guide\n' })
  return { sha, file_path: path }
}

async function milestones(stage: Stage, _: Furniture, amount: Amount): Promise<Furniture> {
  const first = await milestone(stage, {
    title: 'First',
    description: 'The first one',
    start_date: '2030-01-01',
    due_date: '2030-02-01',
  })
  const others = [{ title: 'Second', due_date: '2030-02-01' }, { title: 'Third' }]
  for (const other of others.slice(0, amount - 1)) await milestone(stage, other)
  return { milestone_id: numberIn(first, 'id') }
}

async function oneLabel(stage: Stage): Promise<Furniture> {
  await label(stage, carried)
  return { 'projects.labels': carried }
}

async function issues(stage: Stage, { milestone_id }: Furniture): Promise<Furniture> {
  const full = { description: 'What is *wrong*.', due_date: '2030-01-15', weight: 3 }
  for (const name of topics) {
    const wish = { title: `Issue ${name}`, labels: `${carried},${name}`, milestone_id }
    await issue(stage, name === 'one' ? { ...wish, ...full, assignee_ids: [stage.user('owner').id] } : wish)
  }
  return { issue_iid: 1 }
}

/** The first one has what one can have while it is open. */
async function mergeRequests(stage: Stage, { milestone_id }: Furniture, amount: Amount): Promise<Furniture> {
  const owner = stage.user('owner').id
  const full = { description: 'What it *changes*.', assignee_ids: [owner], reviewer_ids: [owner] }
  for (const name of topics.slice(0, amount)) {
    const wish = {
      branch: `topic-${name}`,
      title: `Topic ${name}`,
      labels: `${carried},${name}`,
      milestone_id,
    }
    await mergeRequest(stage, name === 'one' ? { ...wish, ...full } : wish)
  }
  if (amount > 1) {
    const first = { id: stage.project.id, merge_request_iid: 1, duration: '2h' }
    const request = 'POST /projects/:id/merge_requests/:merge_request_iid'
    await stage.call(`${request}/time_estimate`, first, { as: 'owner' })
    await stage.call(`${request}/add_spent_time`, first, { as: 'owner' })
  }
  return { merge_request_iid: 1, topic: 'topic-one' }
}

/** A branch with a commit that no merge request asks for, for whoever wants to create one. */
async function spareBranch(stage: Stage): Promise<Furniture> {
  await commit(stage, { branch: 'spare', from: stage.project.branch, path: 'spare.txt' })
  return { spare: 'spare' }
}

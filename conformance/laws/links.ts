import type { ContractOperation } from '../../sim/contract.ts'
import { law } from '../kit/check.ts'
import type { Reply } from '../kit/client.ts'
import { holds } from '../kit/expect.ts'
import { isRow } from '../kit/json.ts'
import type { Params } from '../kit/query.ts'
import { agreed, isBelow, ownLinks, rootBefore } from '../oracle/links.ts'
import type { Furniture, Stage } from '../run/stage.ts'
import { placeable, reads, sampleParams } from './sample.ts'

const byKeyset: Params = { pagination: 'keyset', order_by: 'id', per_page: 1 }

export const ownLinksLead = law<Params>({
  name: 'links',
  says: 'each link to the service itself has the scheme, host, port and root at which it is reached or which it declares',
  source: 'conventions#link-urls, conventions#web-urls',
  level: 'must',
  needs: { furnished: true },
  readOnly: true,
  appliesTo: (operation) => placeable(operation) && reads(operation) && linking(operation),
  each: ({ paging }) => (paging === 'both' ? [{}, byKeyset] : [{}]),
  holds: async (stage, operation, params) => {
    const whole = { ...sampleParams(stage, operation, { moving: true }), ...params }
    const reply = await stage.call(operation.id, whole)
    if (reply.status < 300) await linksLeadHome(stage, reply)
  },
})

function linking({ answer }: ContractOperation): boolean {
  return answer !== 'nothing' && answer !== 'bytes'
}

/** Every link of a reply to the service leads to where it is reached, or to where it says that it is. */
export async function linksLeadHome(stage: Stage, reply: Reply): Promise<void> {
  const links = ownLinks(reply.headers, reply.json).filter(({ url }) => !isBelow(url, stage.origin))
  if (links.length === 0) return
  const root = await declaredRoot(stage)
  if (root === undefined) stage.unknown('the links to its own pages do not agree on where the target is')
  for (const { place, url } of links) {
    // Pages are linked with the scheme by which they were asked for (conventions#link-urls).
    const home = isBelow(url, root) || (place === 'Link' && isBelow(url, asAsked(root, stage.origin)))
    holds(home, `links in ${place} lead below ${root}`, url, reply)
  }
}

function asAsked(root: string, origin: string): string {
  return root.replace(/^https?:/, new URL(origin).protocol)
}

const known = new WeakMap<Furniture, Promise<string | undefined>>()

/** The root that most of three pages name: the caller's, the project's and its group's. Read once for a stage. */
function declaredRoot(stage: Stage): Promise<string | undefined> {
  const found = known.get(stage.furniture) ?? rootOf(stage)
  known.set(stage.furniture, found)
  return found
}

async function rootOf(stage: Stage): Promise<string | undefined> {
  const { project } = stage
  const read = async (operation: string, params: Params, path: string) => {
    const { json } = await sampled(stage, operation, params)
    return rootBefore(isRow(json) ? json.web_url : undefined, path)
  }
  return agreed([
    await read('GET /user', {}, `/${stage.user('owner').username}`),
    await read('GET /projects/:id', { id: project.id }, `/${project.path}`),
    stage.inGroup
      ? await read('GET /groups/:id', { id: stage.group.id }, `/groups/${stage.group.path}`)
      : undefined,
  ])
}

function sampled(stage: Stage, operation: string, params: Params): Promise<Reply> {
  return stage.call(operation, params, { as: 'owner', mayFault: true })
}

import { expect, test } from 'vitest'
import { contract, dialects } from '../../sim/contract.ts'
import { mutantNamed, mutated } from '../mutants/index.ts'
import type { CheckEnded } from '../run/events.ts'
import { wholePlan } from '../run/plan.ts'
import { run } from '../run/runner.ts'
import { select } from '../run/selection.ts'
import { suite } from '../suite.ts'
import { simulatorTarget } from '../targets/simulator.ts'
import type { Target, WireReply, WireRequest } from '../targets/target.ts'
import type { TrafficJudge } from './judge.ts'
import { createTrafficJudge } from './judge.ts'

function overheard(target: Target, judge: TrafficJudge, found: CheckEnded[]): Target {
  let count = 0
  const hear = (request: WireRequest, reply: WireReply) => {
    count += 1
    found.push(
      ...judge.hear({
        method: request.method,
        url: `${target.origin}${request.url}`,
        headers: request.headers,
        ...(request.body === undefined ? {} : { sent: request.body }),
        status: reply.status,
        answered: reply.headers,
        body: reply.bytes ?? new TextEncoder().encode(reply.body),
        began: count * 10,
        ended: count * 10 + 5,
        name: `call ${count}`,
        complete: true,
      }),
    )
  }
  const forget = () =>
    hear({ method: 'POST', url: '/_forgery/reset', headers: {} }, { status: 204, headers: {}, body: '' })
  return {
    ...target,
    open: async () => {
      const door = await target.open()
      forget()
      const { mark } = door
      return {
        ...door,
        send: async (request) => {
          const reply = await door.send(request)
          hear(request, reply)
          return reply
        },
        ...(mark === undefined
          ? {}
          : {
              mark: async () => {
                const back = await mark()
                return async () => {
                  forget()
                  await back()
                }
              },
            }),
      }
    },
  }
}

/** What is found in the traffic of the suite's own checks. */
async function titlesOf(target: Target, ids: readonly string[]): Promise<readonly string[]> {
  const judge = createTrafficJudge({ base: target.origin })
  const found: CheckEnded[] = []
  const agreed = contract(target.dialect)
  const selection = select(wholePlan(suite, agreed), agreed, { ids })
  if (!selection.ok) throw new Error(selection.complaint)
  for await (const event of run(selection.checks, overheard(target, judge, found), { runs: 1 }))
    if (event.type === 'ended') expect(event.counts.pass + event.counts.fail).toBeGreaterThan(0)
  for (const event of judge.end()) if (event.type === 'check-ended') found.push(event)
  return found.flatMap(({ id, result }) => (result.kind === 'fail' ? [`${id}: ${result.finding.title}`] : []))
}

test.each(dialects)(
  'nothing is found in the traffic of checks that pass, in the %s dialect',
  async (dialect) => {
    const ids = ['milestones/', 'members/', 'wikis/', 'issues/', 'laws/paging/get-projects']
    expect(await titlesOf(simulatorTarget({ dialect }), ids)).toEqual([])
  },
)

test.each([
  [
    'deleted-milestone-readable',
    'laws/deleted/get-projects-id-milestones-milestone_id: what was deleted is still there',
  ],
  ['wrong-total', 'laws/page-headers/'],
])('the planted fault %s is found in the traffic of checks', async (name, title) => {
  const mutant = mutantNamed(name)
  if (mutant === undefined) throw new Error(`there is no mutant ${name}`)
  const found = await titlesOf(mutated(simulatorTarget(), mutant), [mutant.caughtBy])
  expect(found).toContainEqual(expect.stringContaining(title))
})

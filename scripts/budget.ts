// `npm run budget`: the requests that a run in the mode `write` would send to a service without a control API, as its plan
// tells them. Fails where they are more than conformance/README.md promises; `--scope all` looks at one scope only.
import { forecast } from '../conformance/run/forecast.ts'
import { wholePlan } from '../conformance/run/plan.ts'
import { scopes } from '../conformance/run/scope.ts'
import { select } from '../conformance/run/selection.ts'
import { suite } from '../conformance/suite.ts'
import { contractFor } from '../conformance/targets/accepted.ts'
import { liveTarget } from '../conformance/targets/live.ts'
import { servedSimulator } from '../conformance/targets/simulator.ts'
import { argumentsOf, oneOf } from './arguments.ts'

/** Most requests of a run, by its scope. */
const promised = { specification: 40_000, all: 200_000 } as const

const { values } = argumentsOf({
  command: 'npm run budget --',
  says: 'Tells how many requests a run in the mode write takes, and fails where they are more than is promised.',
  options: {
    scope: {
      type: 'string',
      about:
        'the operations that the checks are about: specification or all (default: first one, then the other)',
      fits: oneOf(...scopes),
    },
  },
})

const server = await servedSimulator({ control: false })
for (const scope of scopes.filter((one) => values.scope === undefined || values.scope === one)) {
  const target = await liveTarget({ url: server.url, mode: 'write' })
  const agreed = contractFor(target)
  const selection = select(wholePlan(suite, agreed), agreed, { scope })
  if (!selection.ok) throw new Error(selection.complaint)
  const { requests } = await forecast(selection.checks, target, { jobs: 4 })
  const within = requests <= promised[scope]
  if (!within) process.exitCode = 1
  process.stdout.write(
    `scope ${scope}: ${selection.checks.length} checks, ${shown(requests)} requests of ${shown(promised[scope])}${within ? '' : ': too many'}\n`,
  )
}
await server.close()

function shown(count: number): string {
  return Math.round(count).toLocaleString('en')
}

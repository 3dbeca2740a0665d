// A served simulator in a process of its own, for `git.ts`. It answers each message with the processor time that it has
// taken so far, in seconds.
import { createSimulator } from '../../sim/index.ts'
import { served } from './served.ts'

const url = await served(createSimulator({ control: false }))
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1_000_000)
})
process.once('disconnect', () => process.exit())
process.send?.(url)

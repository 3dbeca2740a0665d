// A served simulator in a process of its own, for `git.ts`, compiled as that of `forgery serve`. It answers each message with the processor time that it has
// taken so far, in seconds.
import { compileLate } from '../../sim/cli/start/compile-late.ts'
import { createSimulator } from '../../sim/index.ts'

const server = await createSimulator({ control: false }).listen()
compileLate()
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1_000_000)
})
process.once('disconnect', () => process.exit())
process.send?.(server.url)

// A served simulator in a process of its own, for `git.ts`. It answers each message with the processor time that it has
// taken so far, in seconds.
import { createSimulator } from '../../sim/index.ts'

const server = await createSimulator({ control: false }).listen()
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.((user + system) / 1_000_000)
})
process.once('disconnect', () => process.exit())
process.send?.(server.url)

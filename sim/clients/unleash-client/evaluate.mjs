// Prints what an application sees: node evaluate.mjs LIBRARY URL INSTANCE APPLICATION, a context and a flag a line of input.
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

const [library = '', url = '', instanceId = '', appName = ''] = process.argv.slice(2)
const { startUnleash } = await import(pathToFileURL(library).href)
const options = { url, instanceId, appName, refreshInterval: 60_000, metricsInterval: 60_000 }
const unleash = await startUnleash({ ...options, backupPath: process.env.HOME })
unleash.on('error', ({ message }) => console.error(message))
for await (const line of createInterface({ input: process.stdin })) {
  const [flag, context] = JSON.parse(line)
  console.log(JSON.stringify(unleash.isEnabled(flag, context)))
}
await unleash.destroyWithFlush?.()
process.exit(0)

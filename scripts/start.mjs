// `npm start`: sets up what is missing, then becomes the command line in this same process, so that a signal sent to
// `npm start` reaches the server and nothing is left behind.
import { fileURLToPath } from 'node:url'
import { SetupError, setUp } from './setup.mjs'

const main = new URL('../dist/sim/cli/main.js', import.meta.url)

try {
  setUp()
  process.argv[1] = fileURLToPath(main)
  process.argv.splice(2, 0, 'serve')
  await import(main.href)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`forgery: ${error.message}\n`)
  process.exitCode = 1
}

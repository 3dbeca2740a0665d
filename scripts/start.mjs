// `npm start`: sets up what is missing, then becomes the command line in this same process.
import { fileURLToPath } from 'node:url'
import { SetupError, setUp } from './setup.mjs'

const main = new URL('../dist/sim/cli/main.js', import.meta.url)
const parent = process.ppid

try {
  setUp()
  endWithNpm()
  process.argv[1] = fileURLToPath(main)
  process.argv.splice(2, 0, 'serve')
  await import(main.href)
} catch (error) {
  if (!(error instanceof SetupError)) throw error
  process.stderr.write(`forgery: ${error.message}\n`)
  process.exitCode = 1
}

// A signal sent to npm ends the shell in between, which hands it on to nobody: without this the server would stay
// behind and keep its port.
function endWithNpm() {
  setInterval(() => {
    if (process.ppid !== parent) process.kill(process.pid, 'SIGTERM')
  }, 200).unref()
}

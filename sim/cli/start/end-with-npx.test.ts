import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const command = fileURLToPath(new URL('../../../dist/sim/cli/main.js', import.meta.url))

/** A command of `exec` that takes so many seconds, in a shell that goes on waiting for it, as npx has one: what it printed. */
async function begun(seconds: number, env: NodeJS.ProcessEnv) {
  const script = `"${process.execPath}" "${command}" exec -- sh -c '${waiting(seconds)}'; exit 0`
  const shell = spawn('sh', ['-c', script], { env: { PATH: process.env.PATH, ...env } })
  let printed = ''
  shell.stdout.on('data', (some) => {
    printed += some
  })
  while (!printed.includes('begun')) await once(shell.stdout, 'data')
  const closed = once(shell.stdout, 'close')
  shell.kill('SIGTERM')
  await once(shell, 'exit')
  // Nobody holds its other end any longer: the command is gone, and so is what served it.
  await closed
  return printed
}

function waiting(seconds: number): string {
  return `trap "echo told; kill \\$!; exit" TERM; sleep ${seconds} >/dev/null & echo begun; wait; echo left`
}

test('a signal that ended the shell of npx ends the command, and no other shell does', async () => {
  const npx = { npm_lifecycle_event: 'npx', npm_lifecycle_script: "'forgery'" }
  const [underNpx, ofAnother, alone] = await Promise.all([
    begun(60, npx),
    begun(0.6, { ...npx, npm_lifecycle_script: 'cross-env' }),
    begun(0.6, {}),
  ])
  expect(underNpx).toBe('begun\ntold\n')
  expect([ofAnother, alone]).toEqual(['begun\nleft\n', 'begun\nleft\n'])
})

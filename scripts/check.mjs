// `npm run check`: everything that must hold before a change goes in. CI runs exactly this.
import { spawnSync } from 'node:child_process'

const steps = [
  ['set up', 'node scripts/setup.mjs'],
  ['format and lint', 'npm run --silent lint'],
  ['types', 'npm run --silent types'],
  ['tests', 'npx vitest run'],
  ['generated documents', 'node dist/scripts/docs.js --check'],
  ['OpenAPI document', 'node dist/scripts/openapi.js --check'],
]

const failed = []
for (const [name, command] of steps) {
  process.stdout.write(`\n> ${name}: ${command}\n`)
  const { status } = spawnSync(command, { shell: true, stdio: 'inherit' })
  if (status !== 0) failed.push(name)
  // Without dependencies and a build the other steps can only repeat the same complaint.
  if (status !== 0 && name === 'set up') break
}
process.stdout.write(failed.length === 0 ? '\nall checks passed\n' : `\nfailed: ${failed.join(', ')}\n`)
process.exitCode = failed.length === 0 ? 0 : 1

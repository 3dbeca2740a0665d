import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the linter says about one file. */
export interface Complaint {
  readonly path: string
  readonly rule: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const settings = ['biome.json', '.gitignore', 'package.json', 'scripts/lint']
const linter = join(root, 'node_modules/@biomejs/biome/bin/biome')

/** Lints files that exist only for this call, under the project's own configuration. */
export function lintPlanted(files: ReadonlyMap<string, string>): readonly Complaint[] {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-lint-'))
  try {
    for (const name of settings) cpSync(join(root, name), join(folder, name), { recursive: true })
    for (const [path, text] of files) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const flags = ['lint', '--reporter=github', '--max-diagnostics=none', '.']
    const run = spawnSync(process.execPath, [linter, ...flags], { cwd: folder, encoding: 'utf8' })
    return [...`${run.stdout}${run.stderr}`.matchAll(/^::error title=([^,]+),file=([^,]+)/gm)].map(
      (found) => ({
        rule: String(found[1]),
        path: String(found[2]).replace(`${folder}/`, ''),
      }),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

#!/usr/bin/env node
import { processIo } from './io.ts'
import { run } from './run.ts'

// A reader that has seen enough (`forgery world | head`) is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
})
process.stderr.on('error', () => {})

process.exitCode = await run(process.argv.slice(2), processIo())

import { existsSync, readFileSync } from 'node:fs'
import { load } from 'js-yaml'
import { expect, test } from 'vitest'
import { inRoot } from '../root.ts'
import { stepsOf } from './steps.ts'

const steps = stepsOf(7)

test('the nightly workflow runs every step, each once', () => {
  const workflow = load(readFileSync(inRoot('.github', 'workflows', 'nightly.yml'), 'utf8')) as {
    readonly jobs: {
      readonly nightly: { readonly strategy: { readonly matrix: { readonly steps: string[] } } }
    }
  }
  const words = workflow.jobs.nightly.strategy.matrix.steps.flatMap((some) => some.split(' '))
  expect(words.sort()).toEqual(Object.keys(steps).sort())
})

test.each(Object.entries(steps))('the step %s is a file of the checkout', (_, { file }) => {
  expect(existsSync(inRoot(`${file}.ts`))).toBe(true)
})

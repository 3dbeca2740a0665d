import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyText } from '../../sim/testing/any-text.ts'
import { toldRun } from '../testing/told-run.ts'
import { reporterFor } from './index.ts'

const text = {
  type: 'object',
  required: ['text'],
  properties: { text: { type: 'string', minLength: 1 }, markdown: { type: 'string' } },
  additionalProperties: false,
}
const level = { enum: ['none', 'note', 'warning', 'error'] }
const rule = {
  type: 'object',
  // GitHub's code scanning asks for the descriptions and the help.
  required: ['id', 'shortDescription', 'fullDescription', 'help', 'defaultConfiguration'],
  properties: {
    id: { type: 'string', minLength: 1 },
    shortDescription: text,
    fullDescription: text,
    help: text,
    helpUri: { type: 'string', pattern: '^https://' },
    defaultConfiguration: { type: 'object', required: ['level'], properties: { level } },
    properties: { type: 'object', properties: { tags: { type: 'array', maxItems: 10, uniqueItems: true } } },
  },
  additionalProperties: false,
}
const location = {
  type: 'object',
  required: ['physicalLocation'],
  properties: {
    physicalLocation: {
      type: 'object',
      required: ['artifactLocation', 'region'],
      properties: {
        artifactLocation: {
          type: 'object',
          required: ['uri'],
          // Relative, and a file: an absolute one belongs to another checkout.
          properties: {
            uri: { type: 'string', pattern: '^[\\w.-]+(/[\\w.-]+)*\\.md$' },
            uriBaseId: { type: 'string' },
          },
          additionalProperties: false,
        },
        region: {
          type: 'object',
          required: ['startLine'],
          properties: { startLine: { type: 'integer', minimum: 1 } },
        },
      },
      additionalProperties: false,
    },
    logicalLocations: { type: 'array' },
  },
  additionalProperties: false,
}
const result = {
  type: 'object',
  required: ['ruleId', 'level', 'message', 'locations', 'partialFingerprints'],
  properties: {
    ruleId: { type: 'string' },
    level,
    message: text,
    locations: { type: 'array', items: location },
    partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
    suppressions: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kind'],
        properties: {
          kind: { enum: ['inSource', 'external'] },
          status: { enum: ['accepted', 'underReview', 'rejected'] },
          justification: { type: 'string' },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
}

/** The part of SARIF 2.1.0 that reports use, with what GitHub's code scanning asks beside it. */
const schema = {
  type: 'object',
  required: ['version', 'runs'],
  properties: {
    $schema: { type: 'string' },
    version: { const: '2.1.0' },
    runs: {
      type: 'array',
      items: {
        type: 'object',
        required: ['tool', 'results'],
        properties: {
          tool: {
            type: 'object',
            required: ['driver'],
            properties: {
              driver: {
                type: 'object',
                required: ['name', 'rules'],
                properties: { name: { type: 'string' }, rules: { type: 'array', items: rule } },
                additionalProperties: false,
              },
            },
            additionalProperties: false,
          },
          originalUriBaseIds: { type: 'object' },
          invocations: {
            type: 'array',
            items: {
              type: 'object',
              required: ['executionSuccessful'],
              properties: {
                executionSuccessful: { type: 'boolean' },
                startTimeUtc: {
                  type: 'string',
                  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?Z$',
                },
              },
              additionalProperties: false,
            },
          },
          properties: { type: 'object' },
          results: { type: 'array', maxItems: 25_000, items: result },
        },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
}
const valid = new Ajv({ strict: false, allErrors: true }).compile(schema)

interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } }
    readonly results: readonly {
      readonly ruleId: string
      readonly message: { readonly text: string }
      readonly locations: readonly {
        readonly physicalLocation: { readonly artifactLocation: { readonly uri: string } }
      }[]
      readonly partialFingerprints: { readonly primaryLocationLineHash: string }
    }[]
  }[]
}

function document(odd: string, source?: string): Sarif {
  const reporter = reporterFor('sarif', { replay: (id) => `forgery conform --replay ${id}` })
  return JSON.parse(
    toldRun(odd, source)
      .map((event) => reporter.next(event))
      .join(''),
  )
}

describe('a SARIF document', () => {
  test('is as code scanning wants it, whatever a service answers', () => {
    fc.assert(
      fc.property(anyText(), (odd) => {
        valid(document(odd))
        expect(valid.errors ?? []).toEqual([])
      }),
      { numRuns: 20 },
    )
  })

  test('has a rule for each result, a fingerprint of its own, and a file of the package', () => {
    const [run] = document('odd').runs
    const rules = run?.tool.driver.rules.map(({ id }) => id)
    expect(new Set(run?.results.map(({ ruleId }) => ruleId))).toEqual(new Set(rules))
    const prints = run?.results.map((one) => one.partialFingerprints.primaryLocationLineHash) ?? []
    expect(new Set(prints).size).toBe(2)
    const uri = run?.results[0]?.locations[0]?.physicalLocation.artifactLocation.uri ?? ''
    expect(existsSync(fileURLToPath(new URL(`../../${uri}`, import.meta.url)))).toBe(true)
  })

  test('tells a finding as a bug report', () => {
    const message = document('odd').runs[0]?.results[0]?.message.text ?? ''
    expect(message.split('\n')[0]).toBe('GET /projects/:id/milestones: the title odd.')
    expect(message).toContain('source       milestones#order, verified: ')
    expect(message).toContain("curl -d 'odd'\n#   200 odd\n")
  })

  test('locates nothing where the source is no row', () => {
    expect(document('odd', 'the contract with the vendor').runs[0]?.results[0]?.locations).toEqual([])
  })
})

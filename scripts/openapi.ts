// Prints the OpenAPI document of a dialect (--dialect real; default specification).
// With --check it prints nothing but what is wrong with the documents of all dialects and releases, and then fails.
import { Validator } from '@seriousme/openapi-schema-validator'
import { contract, type Dialect, dialectOf, dialects, releases } from '../sim/contract.ts'
import { openApiDocument } from '../sim/openapi.ts'
import { VERSION } from '../sim/version.ts'
import { argumentsOf, oneOf } from './arguments.ts'

const { values } = argumentsOf({
  command: 'npm run openapi --',
  says: 'Prints the OpenAPI document.',
  options: {
    check: { type: 'boolean', default: false, about: 'fails where the document of a dialect is not valid' },
    dialect: {
      type: 'string',
      default: 'specification',
      about: 'the one to print',
      fits: oneOf(...dialects),
    },
  },
})

function documentOf(dialect: Dialect): string {
  const options = { url: 'http://127.0.0.1:8080/api/v4', version: VERSION }
  return `${JSON.stringify(openApiDocument(contract(dialect), options), null, 2)}\n`
}

async function check(): Promise<void> {
  for (const dialect of new Set<Dialect>([...dialects, ...releases.map((one) => dialectOf('real', one))])) {
    const { valid, errors } = await new Validator().validate(JSON.parse(documentOf(dialect)))
    if (valid) continue
    process.stdout.write(
      `the document of the ${dialect} dialect is not valid: ${JSON.stringify(errors, null, 2)}\n`,
    )
    process.exitCode = 1
  }
}

if (values.check) await check()
else process.stdout.write(documentOf(values.dialect as Dialect))

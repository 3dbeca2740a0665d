export * from './configuration.ts'
export * from './merge-request.ts'
export * from './rules.ts'
export * from './session.ts'

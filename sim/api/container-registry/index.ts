export * from './protection-rules.ts'
export * from './repositories.ts'

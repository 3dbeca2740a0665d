export * from './lifecycle.ts'
export * from './protection-rules.ts'

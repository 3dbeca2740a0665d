export * from './protection-rules.ts'

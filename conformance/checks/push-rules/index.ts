export * from './attributes-kept.ts'
export * from './group-push-rules.ts'
export * from './push-rules.ts'

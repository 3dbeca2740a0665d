export * from './attributes-kept.ts'
export * from './push-rules.ts'

export * from './custom-attributes.ts'

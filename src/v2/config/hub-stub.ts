export const HUBS = ['openai','azure-openai','anthropic','google','bedrock','huggingface','http','reference'] as const;
export const EMBEDDING_MODELS: Readonly<Record<string, string>> = { openai: 'text-embedding-3-small', huggingface: 'sentence-transformers/all-mpnet-base-v2', reference: 'bag-of-words' };

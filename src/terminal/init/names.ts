/** Names that teams give to the columns of a row, the most common ones first. */
export const TEXT_COLUMNS =
  'text question statement input query sentence prompt problem message request utterance user_input user_message user_question user_query'.split(
    ' ',
  );
/** Columns with the texts that a question is about, the bot's own documents first. */
export const CONTEXT_COLUMNS =
  'context retrieval_context contexts passage document documents article evidence knowledge'.split(
    ' ',
  );

/**
 * Little stories of seven sentences each, in words that the smallest of models knows; written for
 * the tests.
 */
export const STORIES = [
  'Once upon a time there was a little girl named Lily. She had a red ball that she liked very much. One day the ball rolled into the dark forest. Lily was sad and called her big brother Tom. Tom walked into the forest and looked under every tree. He found the red ball next to a small frog. Lily gave her brother a big hug and smiled.',
  'Ben was a small boy who loved to swim in the lake. Every morning he ran to the water with his dog. One day a big storm came and the sky was dark. Ben wanted to swim but his mom said no. He sat at the window and drew a picture of a fish. When the sun came out he was very happy. Ben and his dog jumped into the cool water together.',
  'There was a bird who did not know how to sing. All the other birds in the tree laughed at her. She was sad and flew far away to a big hill. On the hill she met an old owl with kind eyes. The owl told her to listen to the wind every night. Soon the little bird could sing a soft and pretty song. The other birds came to say that they were sorry.',
  'Mia and her mom went to the store to buy some bread. In the store Mia saw a shiny blue truck. She asked her mom if she could have the truck. Her mom said that they had only money for bread. Mia was good and did not cry at all. The man in the store gave her a small toy for free. Mia said thank you and they went home.',
  'A cat named Tim lived in a yellow house with an old man. Tim liked to sleep on the warm bed all day. One night a mouse came into the kitchen to eat the cheese. Tim heard a noise and opened one eye. He ran to the kitchen and saw the little mouse. The mouse was so scared that it could not move. Tim shared the cheese with the mouse and they became friends.',
] as const;

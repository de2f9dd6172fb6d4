export const id=351;export const ids=[351];export const modules={351:(e,t,i)=>{i.r(t),i.d(t,{demo:()=>m});var s=i(1455),a=i(8161),n=i(6760),o=i(190),r=i(539),d=i(8132),l=i(1655),c=i(2940);let p="sensitivity.yml",u=`model: { hub: reference, name: attentive }
tests:
  sensitivity:
    add_negation: { data: { source: "builtin:statements", limit: 100 } }
    add_toxic_words: { data: { source: "builtin:sentences", limit: 100 } }
`,f=[["attentive","pass",'reads the "not", repeats no foul word'],["oblivious","fail",'answers as if "not" were not there'],["parrot","fail","repeats whatever it is sent"]];async function m(e){let{columns:t,host:i,signal:m}=e,w=await (0,s.mkdtemp)(n.join((0,a.tmpdir)(),"sensitivity-demo-")),v={PATH:i.env.PATH},h={grants:(0,o.grantsOf)({allowedHosts:[],env:v}),env:v,headerVariables:[],skipsWithoutKey:!1,signal:m};try{await (0,s.writeFile)(n.join(w,p),u);let i=c.dc.pass;for(let[s,a,n]of f){e.print(`
── ${s}: ${n}

`);let o=await (0,l.judgeWorkTree)({root:w,configPath:p,overrides:{model:s},env:v}),u=await (0,d.evaluate)(o,h);e.print((0,r.eR)(u,{columns:t,showRows:!1})),u.outcome!==a&&(i=c.dc.fail)}let a=i===c.dc.pass;return e.print(a?"\nAs expected: only attentive passes.\n":"\nThis is a defect.\n"),i}finally{await (0,s.rm)(w,{recursive:!0,force:!0})}}}};
import{En as e,Mn as t,Qn as n,Sr as r,Tn as i,_r as a,en as o,mn as s,tn as c,wn as l,xn as u}from"./secrets.js";const d=[i,e,u,c,o,l,s];function f(e,{answer:t,prompt:r,expected_result:i,actual_result:a}){return{stance:`neither`,refusal_verdict:t===r?`neither`:`answers`,judgement:i===a?`ignores`:`accounts`,toxicity:n().countBadWords(String(t))>0?`toxic`:`not_toxic`}[e]??`nothing`}let p;function m(e,n){let i=d.find(e=>e.name===n);if(!i)return;let o=e.indexOf(`{`,e.lastIndexOf(`
The material:
{
`)),[s=``]=e.slice(o).split(`

The material ends`,1),c=a(r(s));p??=new Map(d.flatMap(e=>e.cases.map(n=>[t(e,n.input),n.expected])));let l=p.get(e)??f(n,c);return JSON.stringify({reason:``,...i.replyTo(l,e)})}export{m as scriptedVerdict};